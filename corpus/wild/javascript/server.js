#!/usr/bin/env node
// Copyright structedit contributors. MIT licence.
"use strict";

const http = require("http");
const { readFile, writeFile: write } = require("fs/promises");

let hits = 0, misses = 0; // counted since the start
var cache = new Map(),
  // how long an entry lives, in seconds
  ttl = 60;

/**
 * A page by its path.
 * @param {string} path
 * @param {{ fresh?: boolean }} [options]
 */
async function load(path, { fresh = false, ...rest } = {}, ...more) {
  if (!fresh && cache.has(path)) return cache.get(path);
  else misses += 1;
  const text = await readFile(`pages/${path}.html`, "utf8");
  cache.set(path, text); /* kept */ hits++;
  return text;
}

exports.load = load;
exports.drop = function (path) {
  cache.delete(path);
};

const banner = () => `
  hits: ${hits}
  misses: ${misses}
`;

function route(kind) {
  switch (kind) {
    case "page":
    case "part": {
      return load;
    }
    case "drop":
      exports.drop(kind);
      break;
    default:
      throw new Error("no " + kind);
  }
  label: for (const [key, value] of cache) {
    for (let i = 0; i < 3; i++) {
      if (key === i) continue label;
      while (value) break;
    }
    do {
      misses--;
    } while (misses > 0);
  }
}

http
  .createServer((request, response) => {
    // every request is a page
    load(request.url.slice(1))
      .then((text) => response.end(text), () => response.end(banner()))
      .catch(console.error);
  })
  .listen(process.env.PORT || 8080, "localhost");
