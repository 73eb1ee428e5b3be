import type { Adapter, AdapterName } from './finding.js'
import { har } from './har.js'
import { junit } from './junit.js'
import { ndjson } from './ndjson.js'

/** Reads the exit code of a tool that writes no report. The tool has one finding if it fails. */
const exitCode: Adapter = {
  needsReport: false,
  read({ exitCode, isTimedOut }) {
    if (exitCode === 0 && !isTimedOut) return []
    const check = isTimedOut ? 'time limit' : exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`
    return [{ operation: 'all', status: null, check }]
  },
}

/** The adapters by name. */
export const ADAPTERS: Readonly<Record<AdapterName, Adapter>> = { junit, har, ndjson, 'exit-code': exitCode }
