import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { toTimestamp } from '../../contract/time.js'
import type { Queryable } from './queryable.js'

/** The process that serves a database, as the row of the table `owner` names it. */
export interface Owner {
  /** Differs for each process that has served the database. */
  token: string
  host: string
  process: number
  since: string
}

/** Returns this process as the owner of a database. */
export function createOwner(): Owner {
  return { token: randomUUID(), host: hostname(), process: process.pid, since: toTimestamp(Date.now()) }
}

/** Writes who serves the database. Only the process that holds the lock may do so. */
export async function recordOwner(tx: Queryable, { token, host, process, since }: Owner): Promise<void> {
  await tx.all('DELETE FROM owner')
  await tx.all('INSERT INTO owner (token, host, process, since) VALUES (?, ?, ?, ?)', [token, host, process, since])
}

/** The statement that removes an owner that stops, so that no message names it. */
export const DELETE_OWNER = 'DELETE FROM owner WHERE token = ?'

/** The statement that reads the owner of a database. */
export const SELECT_OWNER = 'SELECT token, host, process, since FROM owner'
