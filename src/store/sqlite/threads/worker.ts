/** The entry point of a thread that hosts the store. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createSqlStore } from '../../sql/store.js'
import { BUSY_TIMEOUT, openSqliteDatabase } from '../database.js'
import { requireSame } from '../file-identity.js'
import { openReadingDatabase } from '../reading-database.js'
import { serve } from './host.js'
import type { Setup } from './protocol.js'

const { role, file, identity, isDurable, quotas } = workerData as Setup
// SQLite would create a lost file again.
requireSame(file, identity)
const database =
  role === 'writer'
    ? openSqliteDatabase(file, { isChecked: false, isDurable })
    : openReadingDatabase(file, { busyTimeout: BUSY_TIMEOUT, identity })
const start = role === 'writer' ? (run: () => void) => run() : setImmediate
serve(parentPort as MessagePort, createSqlStore(database, quotas), start)
