import type { Row, Key } from "./rows";
import { Injectable, type Logger } from "./framework";
import config = require("./config");

export type Result<T, E extends Error = Error> =
  | { ok: true; value: T }
  | { ok: false; error: E };

export interface Reader<T> extends AsyncIterable<T>, Disposable {
  readonly name: string;
  limit?: number;
  read(key: Key, ...rest: string[]): Promise<T | undefined>;
  [index: string]: unknown;
}

export const enum Level {
  Debug,
  Info = 10,
  "very-loud" = Info * 2,
}

export function pick(key: string): string;
export function pick(key: number): number;
export function pick(key: string | number) {
  return key;
}

/** Reads rows. */
@Injectable({ scope: "app" })
export abstract class Service<T extends Row> implements Reader<T>, Disposable {
  static readonly instances: Service<any>[] = [];
  private cache = new Map<Key, T>();
  declare name: string;
  #secret?: number;

  constructor(
    private readonly logger: Logger,
    public limit: number = config.limit,
  ) {
    Service.instances.push(this);
  }

  @Log()
  @Retry(3) async read(key: Key, @Inject() fallback?: T): Promise<T | undefined> {
    const found = this.cache.get(key) as T | undefined;
    if (found !== undefined) {
      return found;
    }
    return fallback ?? (await this.load(key))!;
  }

  protected abstract load(key: Key): Promise<T>;

  get size(): number {
    return this.cache.size;
  }

  private isRow = (value: unknown): value is T => typeof value === "object";
}

declare module "./framework" {
  interface Logger {
    level: Level;
  }
  export function configure(options: { level: Level, quiet?: boolean }): void;
}

namespace Tools.Inner {
  export const twice = <A>(f: (a: A) => A) => (a: A): A => f(f(a));
}

export default Service;
