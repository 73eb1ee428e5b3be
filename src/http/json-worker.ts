/** The worker thread that parses large JSON bodies. */

import { serveJobs } from '../threads/worker-jobs.js'
import type { JsonJob } from './json-body.js'
import { readJson } from './json-reader.js'

serveJobs<JsonJob>(({ bytes, shape }) => readJson(Buffer.from(bytes.buffer), shape))
