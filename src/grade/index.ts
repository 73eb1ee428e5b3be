export { connectBoards, startBoards } from './boards.js'
export { grade } from './grade.js'
export { toReport } from './grade-report.js'
export { createProgress } from './progress.js'
