/** A worker thread whose tasks can fail. */
import { serveTasks } from '../src/http/worker-tasks.js'

serveTasks<{ bytes: Uint8Array; then: string }>(({ bytes, then }) => {
  if (then === 'exit') process.exit(1)
  if (then === 'throw') throw new Error('Unexpected')
  for (const kept: object[] = []; then === 'allocate'; ) kept.push([kept.length])
  return bytes.length
})
