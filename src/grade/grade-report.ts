import type { Report, Row, RowStatus } from '../report/report.js'
import { describeRun } from './progress.js'
import type { DefectResult, GradeResult, Outcome } from './types.js'

const STATUS_OF: Readonly<Record<Outcome, RowStatus>> = {
  found: 'passed',
  missed: 'failed',
  error: 'error',
  'not-run': 'skipped',
}

const LIMITED =
  'The service refused requests because of a rate limit (429). Use fewer jobs, or raise BOARD_RATE and ADDRESS_RATE of the service.'

/** Describes a result for all formats. */
export function toReport(result: GradeResult, minScore: number | undefined): Report {
  const { score, defects, byArea, bySeverity, skipped, problem, variant } = result
  const isPassed = score !== null && score.percent >= (minScore ?? 0)
  const skippedNote = `${skipped.length} selected ${skipped.length === 1 ? 'defect does' : 'defects do'} not exist in ${variant} and ${skipped.length === 1 ? 'was' : 'were'} skipped.`
  const errors = defects.filter(({ outcome }) => outcome === 'error').length
  return {
    title: 'Grade of a test suite',
    headline: headlineOf(result, minScore),
    isPassed,
    score: score?.percent,
    facts: [
      { label: 'Command', value: result.command.map(quote).join(' ') },
      { label: 'Variant', value: variant },
      { label: 'Service', value: result.server ?? `task-board-service ${result.version}, started for this grade` },
      { label: 'Time', value: `${result.startedAt}, ${result.seconds} s, ${countOf(result.jobs, 'job')}` },
      { label: 'Correct board', value: result.correctRuns.map(describeRun).join('; ') },
      ...Object.entries(bySeverity).map(([name, { found, total }]) => ({
        label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        value: `${found} of ${total} found`,
      })),
    ],
    notes: [
      ...(problem === null ? [] : [explain(result)]),
      ...(errors === 0
        ? []
        : [
            `${countOf(errors, 'run')} failed without a request to the board, or because of a rate limit, so the defect does not count as found.`,
          ]),
      ...([...result.correctRuns, ...defects.map(({ run }) => run)].some((run) => run?.isLimited) ? [LIMITED] : []),
      ...(skipped.length === 0 ? [] : [skippedNote]),
    ],
    shares: Object.entries(byArea).map(([name, { found, total }]) => ({ name, passed: found, total })),
    rows: defects.map(toRow),
    sections: { failed: 'Missed', error: 'Without proof', passed: 'Found', skipped: 'Not run' },
    data: result,
  }
}

function headlineOf({ score, problem }: GradeResult, minScore: number | undefined): string {
  if (score === null) {
    return {
      'false-alarm': 'No score: the suite fails on a correct board.',
      flaky: 'No score: the suite is flaky. It passed and failed on a correct board.',
      'no-requests': 'No score: the suite passed, but the board received no requests.',
    }[problem as NonNullable<typeof problem>]
  }
  const { found, total, percent } = score
  const comparison = minScore === undefined || percent >= minScore ? '' : `, below the minimum of ${minScore} %`
  return `Score ${percent} %${comparison}: found ${found} of ${countOf(total, 'defect')}.`
}

function explain({ problem, correctRuns, output, jobs }: GradeResult): string {
  if (problem === 'no-requests') {
    return 'The suite must send its requests to the URL in the environment variable BASE_URL (without /api/v1) or API_URL (with it). Other names are set with --env.'
  }
  const run = correctRuns.at(-1)
  const advice =
    problem === 'flaky' && jobs > 1
      ? ' Runs at the same time can disturb each other, for example with a fixed port or file: try --jobs 1.'
      : ''
  const ignored =
    run?.requests === 0
      ? ' The board received no requests: the suite must use BASE_URL, API_URL, or a variable of --env.'
      : ''
  const limit = run?.isTimedOut ? ' It reached the time limit.' : ''
  const lines = output === '' ? ' It printed nothing.' : ` These are its last lines:\n${output}`
  return `The run on a correct board failed.${limit}${ignored}${advice}${lines}`
}

function toRow({ name, title, rule, area, severity, difficulty, outcome, run }: DefectResult): Row {
  return {
    name,
    status: STATUS_OF[outcome],
    label: outcome,
    group: area,
    tags: [severity, `${difficulty} to find`],
    title,
    details: [
      { label: 'Rule', value: rule },
      ...(run === null || outcome !== 'error' ? [] : [{ label: 'Run', value: describeRun(run) }]),
    ],
    ...(run !== null && { seconds: run.seconds }),
  }
}

/** Quotes a word of a command, if a shell would change it. */
function quote(word: string): string {
  return /^[\w./:=@%+,{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
