/** The parts that the page loads when they are needed, in one file: more files would split what the page always loads. */
export { ChallengesPanel } from './challenges/challenges-panel.js'
export { DrillPanel } from './drill/drill-panel.js'
export { TestDialog } from './requests/make-test/test-dialog.js'
export { RequestSender } from './sender/request-sender.js'
export { Summary } from './summary/summary.js'
export { TaskDialog } from './tasks/dialog/task-dialog.js'
