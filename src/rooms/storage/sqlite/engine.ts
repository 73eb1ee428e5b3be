import type { Engine } from '../engine.js'
import { PING } from '../reads.js'
import { OutcomeUnknown, type StorageEvents, unavailable } from '../storage.js'
import type { Outcome, WriteRequest } from './committer.js'
import type { Reader } from './connection.js'
import type { Writer } from './writer.js'

export interface SqliteParts {
  /** The connection for reads, which run in this thread. */
  reader: Reader
  writer: Writer
  /** Whether the files of the database still exist under their names. */
  hasFiles(): boolean
}

/** Creates the engine of a SQLite file: one thread writes, and this one reads over a connection of its own. */
export function createSqliteEngine({ reader, writer, hasFiles }: SqliteParts, events: StorageEvents): Engine {
  let lost: Error | undefined
  let hasReportedFiles = false

  function lose(error: Error): void {
    if (lost !== undefined) return
    lost = error
    events.onLost(error)
  }

  /** The writer refuses to write if it has lost its files. */
  function reportFiles(): void {
    const isIntact = hasFiles()
    if (!isIntact && !hasReportedFiles) {
      events.onFailure(new Error('A file of the database was deleted or replaced: writes return 503 until a restart'))
    }
    hasReportedFiles = !isIntact
  }

  /** Returns the number of changed rows, or throws why there are none. */
  function check(outcome: Outcome): number {
    switch (outcome.kind) {
      case 'done':
        return outcome.changed
      case 'failed':
        reportFiles()
        throw unavailable(outcome.error)
      case 'foreign':
        events.onForget()
        throw unavailable()
      case 'lost':
        lose(new Error('Another process serves the database'))
        throw unavailable()
      case 'unknown':
        lose(outcome.error)
        throw new OutcomeUnknown('The outcome of a commit is unknown', { cause: outcome.error })
    }
  }

  function requireOwn(): void {
    if (lost !== undefined) throw unavailable(lost)
  }

  async function write(request: WriteRequest): Promise<number> {
    requireOwn()
    return check(await writer.write(request))
  }

  writer.opened.then((outcome) => {
    if (outcome.kind === 'failed') events.onFailure(outcome.error)
    else if (outcome.kind !== 'done') lose('error' in outcome ? outcome.error : new Error())
  })

  return {
    async read(sql, params) {
      requireOwn()
      return reader.run(sql, params)
    },
    async commit(slices) {
      const last = slices.length - 1
      for (const [index, slice] of slices.entries()) {
        await write({ slice, isFirst: index === 0, isLast: index === last })
      }
    },
    run: (sql, params) => write({ sql, params }),
    confirm: () => (lost === undefined ? undefined : Promise.reject(unavailable(lost))),
    async ping() {
      requireOwn()
      reportFiles()
      if (hasReportedFiles) throw unavailable()
      reader.run(PING, [])
    },
    async close() {
      // If the writer closes last, SQLite deletes the log by its path, which can belong to another database now.
      if (!hasFiles()) await writer.close()
      reader.close()
      await writer.close()
    },
  }
}
