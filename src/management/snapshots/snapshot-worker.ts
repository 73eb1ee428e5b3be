/** The worker thread that reads snapshots. */
import { serveJobs } from '../../threads/worker-jobs.js'
import { type LoadedSnapshot, loadSnapshot } from './load-snapshot.js'

serveJobs<{ bytes: Uint8Array }, LoadedSnapshot>(
  ({ bytes }) => loadSnapshot(Buffer.from(bytes.buffer)),
  ({ content }) => content?.tasks.map(({ buffer }) => buffer as ArrayBuffer) ?? [],
)
