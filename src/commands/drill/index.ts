export { toReport } from './drill-report.js'
export { drill } from './run-drill.js'
