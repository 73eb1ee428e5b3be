import { DatabaseSync } from '@photostructure/sqlite'
import { DELETE_OWNER, type Owner } from '../owner.js'
import { createCommitter, type Outcome, type WriteRequest } from './committer.js'
import { requireSame } from './file-identity.js'
import { WRITER_SETTINGS } from './open-file.js'

/** What a writer needs to open the database. */
export interface WriterSetup {
  file: string
  /** The identity of its files. They may be replaced before the thread starts. */
  identity: string
  /** Whether commits survive a crash of the machine. */
  isDurable: boolean
  owner: Owner
}

/** A connection that writes, in the thread that opens it. */
export interface OpenWriter {
  write(request: WriteRequest): Outcome
  close(): void
}

/** Opens the connection that writes to a SQLite file. */
export function openWriter({ file, identity, isDurable, owner }: WriterSetup): OpenWriter {
  // SQLite would create a lost file again.
  requireSame(file, identity)
  const connection = new DatabaseSync(file)
  connection.exec(`${WRITER_SETTINGS}; PRAGMA synchronous = ${isDurable ? 'FULL' : 'OFF'}`)
  return {
    write: createCommitter(connection, owner, () => requireSame(file, identity)),
    close() {
      try {
        connection.prepare(DELETE_OWNER).run(owner.token)
        // The driver keeps prepared statements open, and then SQLite does not write back the log when it closes.
        connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // On a full disk the log remains, and the next start reads it.
      }
      connection.close()
    },
  }
}
