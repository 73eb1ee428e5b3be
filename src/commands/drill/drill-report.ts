import type { Goal } from '../../rules/client-habits/goals.js'
import type { Verdict } from '../../rules/client-habits/row.js'
import { ROWS } from '../../rules/client-habits/rows.js'
import { describeRun } from '../grade/progress.js'
import { type Report, type Row, type RowStatus, sharesOf } from '../report/report.js'
import type { DrillResult } from './run-drill.js'

const STATUS_OF: Readonly<Record<Verdict['verdict'], RowStatus>> = {
  right: 'passed',
  wrong: 'failed',
  'not-shown': 'skipped',
}

/** Describes the result of a drill for all formats. */
export function toReport(result: DrillResult, minScore: number | undefined): Report {
  const { variant, profile, seed, score, goals, verdicts, command, run } = result
  const faults = variant === 'v2' ? 'none in v2, but access tokens expire' : `profile ${profile}, seed ${seed}`
  const rows = [...goals.map(toGoalRow), ...verdicts.map(toVerdictRow)]
  return {
    title: 'Drill of a client',
    headline: headlineOf(result, minScore),
    isPassed: score !== null && score.percent >= (minScore ?? 0),
    score: score?.percent,
    facts: [
      { label: 'Command', value: command.join(' '), isRaw: true },
      { label: 'Service', value: result.server ?? `task-board-service ${result.version}, started for this drill` },
      { label: 'Faults', value: faults },
      { label: 'Time', value: result.startedAt },
      { label: 'Program', value: describeRun(run) },
    ],
    firstSteps: firstStepsOf(verdicts),
    notes: notesOf(result),
    shares: sharesOf(rows),
    rows,
    sections: { failed: 'Wrong', passed: 'Right', skipped: 'Not shown' },
    data: result,
  }
}

function headlineOf({ score }: DrillResult, minScore: number | undefined): string {
  if (score === null) return 'No score: the board received no requests.'
  const { right, total, percent } = score
  const comparison = minScore === undefined || percent >= minScore ? '' : `, below the minimum of ${minScore}%`
  return `Score ${percent}%${comparison}: ${right} of ${total} right.`
}

/** Names each kind of situation that went wrong, with what would be right. */
function firstStepsOf(verdicts: readonly Verdict[]) {
  return ROWS.filter(({ name }) => verdicts.some((one) => one.situation === name && one.verdict === 'wrong')).map(
    ({ name, title, right }) => ({ label: name, value: `After ${title}, a client ${right}.` }),
  )
}

function notesOf({ score, verdicts, run, output }: DrillResult): string[] {
  const hidden = verdicts.filter(({ verdict }) => verdict === 'not-shown').length
  const failed = output === null || output === '' ? '' : ` This is the relevant part of its output:\n${output}`
  const notes = [
    score === null && 'The program must send its requests to the URL in the environment variable TASKS_URL.',
    run.isTimedOut && 'The program reached the time limit.',
    run.exitCode !== 0 && `The program did not exit with 0, so it does not say that everything is done.${failed}`,
    hidden > 0 &&
      `The service could not see what the client did in ${hidden} of ${verdicts.length} situations. They do not count.`,
  ]
  return notes.filter((note) => note !== false)
}

export function toGoalRow({ name, title, isReached, found }: Goal): Row {
  return {
    name,
    status: isReached ? 'passed' : 'failed',
    label: isReached ? 'reached' : 'not reached',
    group: 'result',
    tags: [],
    title,
    details: [{ label: 'Found', value: found }],
  }
}

export function toVerdictRow({ situation, verdict, request, faults, requestIds, reason }: Verdict, index: number): Row {
  return {
    name: `${situation}-${index + 1}`,
    status: STATUS_OF[verdict],
    label: verdict,
    group: situation,
    tags: faults,
    title: `${request}: ${reason}`,
    details: [{ label: 'Requests', value: requestIds.join(', '), isLong: true }],
  }
}
