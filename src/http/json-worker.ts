/** The worker thread that parses large JSON bodies. */
import type { JsonTask } from './json-body.js'
import { readJson } from './json-reader.js'
import { serveTasks } from './worker-tasks.js'

serveTasks<JsonTask>(({ bytes, shape }) => readJson(Buffer.from(bytes.buffer), shape))
