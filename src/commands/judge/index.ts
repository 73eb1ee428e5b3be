/** The command `judge`: it judges an exported log. @module */

import { counted } from '../../contract/numbers.js'
import { judgeLog } from '../../rules/judge-log.js'
import { toGoalRow, toVerdictRow } from '../drill/drill-report.js'
import { type Report, type Row, sharesOf } from '../report/report.js'
import { readLog, requestsBetween } from './read-log.js'

/**
 * Judges a saved log, and describes what its requests have shown.
 *
 * @param path the name of a file, or `-` for standard input
 * @throws CommandFailed if it is not the log of a board
 */
export async function judgeFile(path: string): Promise<Report> {
  const log = await readLog(path)
  const { header, requests } = log
  const judged = judgeLog(log)
  const { challenges, drill, effects, claims } = judged
  const rows = [
    ...challenges.map(({ challenge, requestId, time }) => {
      return rowOf(challenge, 'challenge', 'passed', 'solved', `Solved by the request ${requestId} at ${time}.`)
    }),
    ...(drill?.goals.map(toGoalRow) ?? []),
    ...(drill?.verdicts.map(toVerdictRow) ?? []),
    ...effects.map(({ defect, effect, requests, first }) => {
      const title = `${counted(requests, effect)} changed, first by the request ${first.requestId}.`
      return rowOf(`${defect}-${effect}`, 'effect of a defect', 'warning', 'acted', title)
    }),
    ...claims.map(({ number, requestId, fault, defect, isRight, credit }) => {
      const about = fault === null ? `the defect ${defect}` : `the fault ${fault} in the response to ${requestId}`
      const title = `Claims ${about}${credit === null ? '' : `, credit ${credit}`}.`
      return rowOf(`claim-${number}`, 'claim', isRight ? 'passed' : 'failed', isRight ? 'right' : 'wrong', title)
    }),
  ]
  const numbers = requests.flatMap(({ number }) => number ?? [])
  const first = numbers[0] ?? header.firstRequest
  const gaps = [0, ...numbers].flatMap((number, index, all) => {
    const next = all[index + 1] ?? header.lastRequest + 1
    return next > number + 1 ? [requestsBetween(number + 1, next - 1)] : []
  })
  const right = claims.filter(({ isRight }) => isRight).length
  const score = drill?.score ?? null
  return {
    title: `Log of the board ${header.board}`,
    headline: [
      `${counted(requests.length, 'request')}: ${counted(challenges.length, 'challenge')} solved`,
      `${right} of ${counted(claims.length, 'claim')} right`,
      ...(drill === null ? [] : [score === null ? 'a drill without a score' : `drill ${score.percent}%`]),
    ].join(', '),
    isPassed: true,
    score: score?.percent,
    facts: [
      { label: 'Requests', value: requests.length === 0 ? 'none' : `${first} to ${header.lastRequest}` },
      { label: 'Exported', value: `${header.time}, by version ${header.version}` },
    ],
    firstSteps: [],
    notes: gaps.length === 0 ? [] : [`Not judged, because the log lacks them: ${gaps.join(', ')}.`],
    shares: sharesOf(rows),
    rows,
    sections: { failed: 'Wrong', warning: 'Effects of defects', passed: 'Right', skipped: 'Not shown' },
    data: { board: header.board, requests: requests.length, first, last: header.lastRequest, ...judged },
  }
}

function rowOf(name: string, group: string, status: Row['status'], label: string, title: string): Row {
  return { name, group, status, label, tags: [], details: [], title }
}
