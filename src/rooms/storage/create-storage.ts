import { VALUE_BYTES_MAX } from '../../contract/limits.js'
import { checkKey } from './check-changes.js'
import { createCommits } from './commits.js'
import type { Engine } from './engine.js'
import { createReads } from './reads.js'
import { BLOB, putInto } from './schema.js'
import { type Storage, unavailable } from './storage.js'
import { createSweep } from './sweep.js'

const putBlobs = (rows: number) => putInto(BLOB, `VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}`)

/**
 * Creates the storage over a database.
 *
 * @param waitingMax the maximum size of what waits, in bytes; tests replace it
 */
export function createStorage(engine: Engine, waitingMax?: number): Storage {
  const commits = createCommits(engine, waitingMax)
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await commits.drain()
    await engine.close()
  }

  return {
    ...createReads({
      read: async (sql, params) => {
        if (closing !== undefined) throw unavailable()
        return engine.read(sql, params)
      },
    }),
    confirm: engine.confirm,
    async ping() {
      if (closing !== undefined) throw unavailable()
      await engine.ping()
    },
    commit: commits.commit,
    requireSpace: commits.requireSpace,
    async putBlob(key, bytes) {
      checkKey(key)
      if (bytes.length > VALUE_BYTES_MAX) throw new Error(`A blob exceeds ${VALUE_BYTES_MAX} bytes`)
      const params = [key.scope, key.kind, key.id, bytes]
      await commits.run({ sql: putBlobs, params }, { room: key.scope, size: bytes.length })
    },
    sweep: createSweep(engine, commits),
    close() {
      closing ??= close()
      return closing
    },
  }
}
