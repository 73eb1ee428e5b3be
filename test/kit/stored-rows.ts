import { DatabaseSync } from '@photostructure/sqlite'

/** Returns all rows of all tables of a SQLite file, also while a service uses it. */
export function storedRows(file: string): Record<string, Record<string, unknown>[]> {
  const connection = new DatabaseSync(file, { readOnly: true })
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  const rows = Object.fromEntries(
    tables.map(({ name }) => [name, connection.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[]]),
  )
  connection.close()
  return rows
}
