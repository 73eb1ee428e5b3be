/** The worker thread that parses large JSON bodies. */

import { serveTasks } from '../threads/worker-tasks.js'
import type { JsonTask } from './json-body.js'
import { readJson } from './json-reader.js'

serveTasks<JsonTask>(({ bytes, shape }) => readJson(Buffer.from(bytes.buffer), shape))
