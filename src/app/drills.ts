/** The parts of the service that `drill` uses to send the faults of a drill itself. Commands cannot import the classroom. */
export { createScript, DRILL_DELAY } from '../classroom/drills/script.js'
