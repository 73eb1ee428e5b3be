/** The command `grade`: it runs a test suite on boards with defects. @module */

export { connectBoards, startBoards } from './boards.js'
export { grade } from './grade.js'
export { createProgress } from './progress.js'
export { readEarlierReport } from './report/earlier-report.js'
export { toReport } from './report/grade-report.js'
export { recognizeStyle } from './report/recognize-style.js'
export { withoutSuggestions, withSuggestions } from './report/suggestion-report.js'
export { suggestTests } from './report/suggestions.js'
export { writeSuggestions } from './report/write-suggestions.js'
export { gradeTool } from './tools/grade-tool.js'
export { toToolReport } from './tools/tool-report.js'
