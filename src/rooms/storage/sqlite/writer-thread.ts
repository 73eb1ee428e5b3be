/** The entry point of the thread that writes to a SQLite file. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sendError } from '../../../threads/sent-error.js'
import type { Outcome, WriteRequest } from './committer.js'
import { openWriter, type WriterSetup } from './open-writer.js'
import { RECORD_OWNER, type SentOutcome } from './writer.js'

const port = parentPort as MessagePort
const { write, close } = openWriter(workerData as WriterSetup)

function send(outcome: Outcome): void {
  const sent = 'error' in outcome ? { ...outcome, error: sendError(outcome.error) } : outcome
  port.postMessage(sent satisfies SentOutcome)
}

port.on('message', (request: WriteRequest | 'close') => {
  if (request !== 'close') return send(write(request))
  close()
  port.close()
})
send(write(RECORD_OWNER))
