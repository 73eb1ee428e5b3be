import { DatabaseSync } from '@photostructure/sqlite'

/** Inserts a body, and resolves when it is on the disk. */
export type DurableInsert = (body: string | Buffer) => Promise<void>

/**
 * Opens a database with one table, with the driver and the durability of the service. Inserts of one turn of the event
 * loop share a transaction.
 */
export function openDurableInsert(file: string): DurableInsert {
  const connection = new DatabaseSync(file)
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE entry (id INTEGER PRIMARY KEY, body)',
  )
  const insert = connection.prepare('INSERT INTO entry (body) VALUES (?)')
  let group: { body: string | Buffer; resolve: () => void }[] = []

  function commit(): void {
    const committed = group
    group = []
    connection.exec('BEGIN IMMEDIATE')
    for (const { body } of committed) insert.run(body)
    connection.exec('COMMIT')
    for (const { resolve } of committed) resolve()
  }

  return (body) =>
    new Promise((resolve) => {
      if (group.length === 0) setImmediate(commit)
      group.push({ body, resolve })
    })
}
