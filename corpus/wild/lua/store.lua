#!/usr/bin/env lua
-- A small store with most of what Lua files are made of: written for the tests.

local format, concat = string.format, table.concat
local M = {}

local DEFAULTS = {
  name = "store", -- shown in errors
  ["max size"] = 1024,
  [1] = "first",
  tags = { "a", "b" },
  on_full = function(self) return nil, self.name .. " is full" end,
}

local banner = [[
Store
  of things]]

--- Makes a store.
-- @param options what differs from the defaults
function M.new(options)
  local self = setmetatable({}, { __index = M })
  for key, value in pairs(DEFAULTS) do
    self[key] = options and options[key] or value
  end
  self.count = 0
  return self
end

function M:put(key, value, ...)
  if key == nil then
    error("no key")
  elseif self[key] then
    -- it is there already
    return false
  else
    self.count = self.count + 1
  end
  rawset(self, key, value)
  return true, ...
end

function M:clear() self.count = 0 end

function M.empty() end

local function walk(items, visit)
  local index = 1
  while index <= #items do
    if visit(items[index]) then break end
    index = index + 1
  end
  repeat
    index = index - 1
  until index < 1
  do
    local total = 0
    for step = 1, 10, 2 do
      total = total + step
    end
    print(format("%d", total), concat(items, ", "))
  end
end

M.walk = function(self, visit)
  return walk(self.tags, visit)
end

print(banner)

return M
