import type { Dialect } from '../database.js'

/** The SQL of PostgreSQL. The collation "C" compares texts by their UTF-8 bytes, which is the order of code points. */
export const postgresDialect: Dialect = {
  types: { integer: 'BIGINT', text: 'TEXT COLLATE "C"', bytes: 'BYTEA', clustered: '' },
  jsonText: (text) => `coalesce(to_json(${text})::text, 'null')`,
  contains: (haystack, needle) => `strpos(${haystack}, ${needle}) > 0`,
  anyElementContains: (column, needle) =>
    `EXISTS (SELECT 1 FROM json_array_elements_text(${column}::json) AS element (value) WHERE strpos(value, ${needle}) > 0)`,
  jsonElements: (array) => `json_array_elements(${array}::json) AS element (value)`,
  integers: (array) => `SELECT value::bigint AS value FROM json_array_elements_text(${array}::json) AS element (value)`,
  placedIntegers: (array) =>
    `SELECT value::bigint AS value, place FROM json_array_elements_text(${array}::json) WITH ORDINALITY AS element (value, place)`,
  joinInOrder: (text, order) => `string_agg(${text}, ',' ${order})`,
  isOneOf: (text, array) => `${text} = ANY (ARRAY(SELECT json_array_elements_text(${array}::json)))`,
  beforeMigration: ['SET LOCAL statement_timeout = 0', 'SET LOCAL idle_in_transaction_session_timeout = 0'],
  tableExists: 'SELECT 1 WHERE to_regclass(?) IS NOT NULL',
}
