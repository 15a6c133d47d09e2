"""The server on standard input and output, which then carry the protocol and nothing else: one JSON-RPC message a line.

The SDK has this wiring too, but decodes input with replacement characters, which would end up in files, takes the last
of two fields with one name, and says nothing about a line that it cannot read, so that its sender waits for ever. Here
such a line is answered with an error, to the request that it holds if that can be made out.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO

import anyio
from anyio.from_thread import BlockingPortal
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from structedit.errors import StructeditError
from structedit.mcp.server import make_server
from structedit.text.json_data import LARGEST
from structedit.wire import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

    Inbox = MemoryObjectSendStream[SessionMessage | Exception]
    Outbox = MemoryObjectSendStream[SessionMessage]

LONGEST_END = 10.0
"""Seconds that calls which are under way may still take when input has ended."""


def serve(root: str) -> int:
    """Answer calls until standard input ends, or a signal comes; then 128 and its number is the exit code, else 0.

    Raises StructeditError (NOT_A_FILE) where the root is no folder.
    """
    return anyio.run(_serve, root)


async def _serve(root: str) -> int:
    server = make_server(root)
    inbox, messages = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outbox, answers = anyio.create_memory_object_stream[SessionMessage](0)
    with _own_streams() as (given, told):
        wire = Wire()
        async with anyio.create_task_group() as watch:
            watch.start_soon(wire.end_on_signal)
            async with anyio.create_task_group() as group:
                group.start_soon(wire.receive, given, inbox, outbox.clone())
                group.start_soon(wire.send, told, answers)
                await server.run(messages, outbox, server.create_initialization_options())
            watch.cancel_scope.cancel()
    return wire.code


class Wire:
    """Lines in, lines out; and which requests are not answered yet, so that the end of input does not drop them."""

    def __init__(self) -> None:
        self.code = 0
        self._asked: set[RequestId] = set()
        self._answered = anyio.Event()
        self._end = anyio.Event()

    async def end_on_signal(self) -> None:
        """A signal ends input; what is being written is written. Nothing is thrown into the midst of a call."""
        with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for number in signals:
                self.code = 128 + number
                self._asked.clear()
                self._answered.set()
                self._end.set()

    async def receive(self, given: int, inbox: Inbox, outbox: Outbox) -> None:
        """Take lines from a thread that nobody waits for: one stuck in a read would keep the process alive."""

        def read() -> None:
            with suppress(RuntimeError, CancelledError, anyio.BrokenResourceError):  # the server has ended meanwhile
                for line in _lines(given):
                    portal.call(self._take, line, inbox, outbox)
                portal.call(self._end.set)

        async with inbox, outbox, BlockingPortal() as portal:
            Thread(target=read, daemon=True).start()
            await self._end.wait()
            with anyio.move_on_after(LONGEST_END):
                while self._asked:
                    self._answered = anyio.Event()
                    await self._answered.wait()

    async def _take(self, line: bytes, inbox: Inbox, outbox: Outbox) -> None:
        if not line.strip():
            return
        try:
            message = jsonrpc_message_adapter.validate_python(read_json(line), by_name=False)
        except StructeditError as error:
            await outbox.send(_unread(line, PARSE_ERROR, f"{error.message} {error.hint}"))
        except ValidationError:
            await outbox.send(_unread(line, INVALID_REQUEST, "This is no message of JSON-RPC 2.0."))
        else:
            if isinstance(message, JSONRPCRequest):
                self._asked.add(message.id)
            elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
                self._asked.discard((message.params or {}).get("requestId", ""))
            await inbox.send(SessionMessage(message))

    async def send(self, told: BinaryIO, answers: MemoryObjectReceiveStream[SessionMessage]) -> None:
        stream = anyio.wrap_file(told)
        async with answers:
            async for answer in answers:
                text = answer.message.model_dump_json(by_alias=True, exclude_unset=True)
                with suppress(BrokenPipeError):  # whoever asked is gone; input will end too
                    await stream.write(text.encode("utf-8") + b"\n")
                    await stream.flush()
                if isinstance(answer.message, (JSONRPCResponse, JSONRPCError)) and answer.message.id is not None:
                    self._asked.discard(answer.message.id)
                    self._answered.set()


def _lines(given: int) -> Iterator[bytes]:
    """The lines of a descriptor. One that is too long is cut where it is too long to be read."""
    line = bytearray()
    while piece := os.read(given, 1 << 16):
        *ends, rest = piece.split(b"\n")
        for end in ends:
            line += end
            yield bytes(line)
            line.clear()
        if len(line) <= LARGEST:
            line += rest
    if line:
        yield bytes(line)


def _unread(line: bytes, code: int, message: str) -> SessionMessage:
    """The answer to a line that is no message; its id, if it is that of a request in all but some text."""
    try:
        data: Any = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        data = None
    given = data.get("id") if isinstance(data, dict) else None
    known = given if isinstance(given, (str, int)) and not isinstance(given, bool) else None
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=known, error=ErrorData(code=code, message=message)))


@contextmanager
def _own_streams() -> Iterator[tuple[int, BinaryIO]]:
    """Standard input and output for the protocol alone: what else reads gets nothing, what else prints goes to stderr.

    The descriptors stay open, since a thread may wait in a read of one until the process ends. The first is one
    without a buffer, whose lock such a thread would hold.
    """
    private = os.dup(0), os.dup(1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    try:
        yield private[0], os.fdopen(private[1], "wb", closefd=False)
    finally:
        sys.stdout.flush()
        os.dup2(private[0], 0)
        os.dup2(private[1], 1)
