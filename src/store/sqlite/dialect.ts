import type { Dialect } from '../database.js'

/** The SQL of SQLite. It compares texts by their UTF-8 bytes, which is the order of code points. */
export const sqliteDialect: Dialect = {
  types: { integer: 'INTEGER', text: 'TEXT', bytes: 'BLOB', clustered: 'WITHOUT ROWID' },
  jsonText: (text) => `json_quote(${text})`,
  contains: (haystack, needle) => `instr(${haystack}, ${needle}) > 0`,
  anyElementContains: (column, needle) =>
    `EXISTS (SELECT 1 FROM json_each(${column}) WHERE instr(value, ${needle}) > 0)`,
  jsonElements: (array) => `json_each(${array})`,
  integers: (array) => `SELECT value FROM json_each(${array})`,
  placedIntegers: (array) => `SELECT value, key AS place FROM json_each(${array})`,
  // SQLite reads the rows of an ordered subquery in its order. An ORDER BY in the aggregate would sort them again.
  joinInOrder: (text) => `string_agg(${text}, ',')`,
  isOneOf: (text, array) => `${text} IN (SELECT value FROM json_each(${array}))`,
  // BEGIN IMMEDIATE has locked the whole database.
  beforeMigration: [],
  tableExists: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?",
}
