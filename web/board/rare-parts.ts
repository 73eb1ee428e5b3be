/** The parts that the page loads when they are needed, in one file: more files would split what the page always loads. */
export { ChallengesPanel } from './challenges-panel.js'
export { DrillPanel } from './drill-panel.js'
export { RequestSender } from './request-sender.js'
export { Summary } from './summary.js'
export { TaskDialog } from './task-dialog.js'
export { TestDialog } from './test-dialog.js'
