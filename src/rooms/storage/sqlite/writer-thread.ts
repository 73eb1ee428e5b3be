/** The entry point of the thread that writes to a SQLite file. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openWriter, type WriteRequest, type WriterSetup } from './committer.js'

const port = parentPort as MessagePort
const { write, close } = openWriter(workerData as WriterSetup)

port.on('message', (request: WriteRequest | 'close') => {
  if (request !== 'close') return port.postMessage(write(request))
  close()
  port.close()
})
