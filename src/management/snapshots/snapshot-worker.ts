/** The worker thread that reads snapshots. */
import { serveTasks } from '../../threads/worker-tasks.js'
import { type LoadedSnapshot, loadSnapshot } from './load-snapshot.js'

serveTasks<{ bytes: Uint8Array }, LoadedSnapshot>(
  ({ bytes }) => loadSnapshot(Buffer.from(bytes.buffer)),
  ({ content }) => content?.tasks.map(({ buffer }) => buffer as ArrayBuffer) ?? [],
)
