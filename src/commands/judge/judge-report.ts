import type { JudgedLog } from '../../rules/judge-log.js'
import type { SavedLog } from '../../rules/saved-log.js'
import { toGoalRow, toVerdictRow } from '../drill/drill-report.js'
import { type Report, type Row, sharesOf } from '../report/report.js'

/** Shows what the requests of a log have shown. */
export function toReport({ header, requests }: SavedLog, judged: JudgedLog): Report {
  const { challenges, drill, effects, claims } = judged
  const rows = [
    ...challenges.map(({ challenge, requestId, time }): Row => {
      return {
        ...rowOf(challenge, 'challenge', 'passed', 'solved'),
        title: `Solved by the request ${requestId} at ${time}.`,
      }
    }),
    ...(drill?.goals.map(toGoalRow) ?? []),
    ...(drill?.verdicts.map(toVerdictRow) ?? []),
    ...effects.map(({ defect, effect, requests, first }): Row => {
      const title = `${requests} ${effect === 'response' ? 'responses' : 'writes'} changed, first by the request ${first.requestId}.`
      return { ...rowOf(`${defect}-${effect}`, 'effect of a defect', 'warning', 'acted'), title }
    }),
    ...claims.map(({ number, requestId, fault, defect, isRight, credit }): Row => {
      const about = fault === null ? `the defect ${defect}` : `the fault ${fault} in the response to ${requestId}`
      const status = isRight ? 'passed' : 'failed'
      return {
        ...rowOf(`claim-${number}`, 'claim', status, isRight ? 'right' : 'wrong'),
        title: `Claims ${about}, credit ${credit}.`,
      }
    }),
  ]
  const first = requests.find(({ number }) => number !== undefined)?.number ?? 1
  const right = claims.filter(({ isRight }) => isRight).length
  const score = drill?.score ?? null
  return {
    title: `Log of the board ${header.board}`,
    headline: [
      `${requests.length} requests: ${challenges.length} challenges solved`,
      `${right} of ${claims.length} claims right`,
      ...(drill === null ? [] : [score === null ? 'a drill without a score' : `drill ${score.percent}%`]),
    ].join(', '),
    isPassed: true,
    score: score?.percent,
    facts: [
      { label: 'Requests', value: `${first} to ${header.lastRequest}` },
      { label: 'Exported', value: `${header.time}, by version ${header.version}` },
    ],
    firstSteps: [],
    notes: first === 1 ? [] : [`The log begins with request ${first}. Earlier requests are not judged.`],
    shares: sharesOf(rows),
    rows,
    sections: { failed: 'Wrong', warning: 'Effects of defects', passed: 'Right', skipped: 'Not shown' },
    data: { board: header.board, requests: requests.length, first, last: header.lastRequest, ...judged },
  }
}

function rowOf(name: string, group: string, status: Row['status'], label: string) {
  return { name, group, status, label, tags: [], details: [] }
}
