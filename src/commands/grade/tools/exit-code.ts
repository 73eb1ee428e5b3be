import type { Adapter } from './finding.js'

/** Reads the exit code of a tool that writes no report. The tool has one finding if it fails. */
export const exitCode: Adapter = {
  needsReport: false,
  read({ exitCode, isTimedOut }) {
    if (exitCode === 0 && !isTimedOut) return []
    const check = isTimedOut ? 'time limit' : exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`
    return [{ operation: 'all', status: null, check }]
  },
}
