/** The command `judge`: it judges an exported log. @module */

import { judgeLog } from '../../rules/judge-log.js'
import type { Report } from '../report/report.js'
import { toReport } from './judge-report.js'
import { readLog } from './read-log.js'

/**
 * Judges a saved log.
 *
 * @param path the name of a file, or `-` for standard input
 * @throws CommandFailed if it is not the log of a board
 */
export async function judgeFile(path: string): Promise<Report> {
  const log = await readLog(path)
  return toReport(log, judgeLog(log))
}
