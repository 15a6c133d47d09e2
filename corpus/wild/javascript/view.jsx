import React, { useState } from "react";

export default function View({ rows, onOpen }) {
  const [open, setOpen] = useState(null);

  return (
    <>
      <h1 className="title" id="top">Rows &amp; more</h1>
      {rows.length > 0 && <Count n={rows.length} />}
      <ul>
        {rows.map((row) => (
          <li
            key={row.id}
            onClick={() => setOpen(row.id)}
            {...row.attributes}
          >
            {/* the name */}
            {row.name}, <b>{row.size}</b> bytes
            <View.Icon kind="row" hidden />
          </li>
        ))}
      </ul>
      <p>
        Nothing is open.
        <button disabled={!open} onClick={onOpen}>Open</button>
      </p>
    </>
  );
}

const Count = ({ n }) => <em>{n}</em>;
