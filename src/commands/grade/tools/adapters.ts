import { exitCode } from './exit-code.js'
import type { Adapter, AdapterName } from './finding.js'
import { har } from './har.js'
import { junit } from './junit.js'
import { ndjson } from './ndjson.js'

/** The adapters by name. */
export const ADAPTERS: Readonly<Record<AdapterName, Adapter>> = { junit, har, ndjson, 'exit-code': exitCode }
