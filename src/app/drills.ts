/** What `drill` uses of the service, to send the faults of a drill itself. */
export { createScript, DRILL_DELAY } from '../classroom/drills/script.js'
