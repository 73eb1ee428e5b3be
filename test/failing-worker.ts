/** A worker thread whose jobs can fail. */
import { FileTooLarge } from '../src/contract/errors.js'
import { serveJobs } from '../src/threads/worker-jobs.js'

serveJobs<{ bytes: Uint8Array; then: string }>(({ bytes, then }) => {
  if (then === 'exit') process.exit(1)
  if (then === 'throw') throw new Error('Unexpected')
  if (then === 'refuse') throw new FileTooLarge('a.txt')
  if (then === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  for (const kept: object[] = []; then === 'allocate'; ) kept.push([kept.length])
  return bytes.length
})
