/** The entry point of a thread that hosts the store. */
import { statSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createSqlStore } from '../../sql/store.js'
import { BUSY_TIMEOUT, openSqliteDatabase } from '../database.js'
import { openReadingDatabase } from '../reading-database.js'
import { serve } from './host.js'
import type { Setup } from './protocol.js'

const { role, file, isDurable, quotas } = workerData as Setup
// The file exists since the start of the service. SQLite would replace a lost file by an empty one.
statSync(file)
const database =
  role === 'writer'
    ? openSqliteDatabase(file, { isChecked: false, isDurable })
    : openReadingDatabase(file, { busyTimeout: BUSY_TIMEOUT })
const start = role === 'writer' ? (run: () => void) => run() : setImmediate
serve(parentPort as MessagePort, createSqlStore(database, quotas), start)
