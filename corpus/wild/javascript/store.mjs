import fs, { promises as files } from 'fs'
import * as path from 'path'
import './polyfill.mjs'

import { log } from './log.mjs'

export const limits = {
  soft: 10,
  'hard-limit': 20, // never above
  [Symbol.iterator]: null,
  names: ['a', 'b', , 'c'],
  nested: { deep: { deeper: true } },
}

export class Store extends Map {
  static #count = 0
  static { Store.#count += 1 }
  size = 0;
  onChange = (key) => { log(key) }

  constructor(...entries) {
    super(entries)
    this.folder = path.join('.', 'data')
  }

  get first() { return this.values().next().value }
  set first(value) { this.set(0, value) }

  async *rows() {
    for await (const row of files.readdir(this.folder)) yield row
  }

  'quoted name'() {
    try {
      fs.accessSync(this.folder)
    } catch {
      return null
    } finally {
      log('done')
    }
  }
}

export { Store as default, log }
export * from './more.mjs'
