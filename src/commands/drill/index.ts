/** The command `drill`: it runs a client against the faults of a drill. @module */

export { toReport } from './drill-report.js'
export { drill } from './run-drill.js'
