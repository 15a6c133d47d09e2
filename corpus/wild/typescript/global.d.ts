/// <reference types="node" />

declare global {
  interface Window {
    settings: Settings;
  }
}

export declare class Settings {
  constructor(values?: Record<string, unknown>);
  get<K extends string>(key: K): unknown;
  static from(text: string): Settings;
}

export declare const version: string;
export declare function load(path: string, options?: { cache: boolean }): Promise<Settings>;
export declare enum Mode {
  Strict = "strict",
  Loose = "loose"
}
export {};
