/** The report of a grade: missed defects, coverage, and the next tests to write. @module */

import { counted } from '../../../contract/numbers.js'
import type { PlannedTest } from '../../../rules/exposures/plan/plan.js'
import type { Fact, Report, Row, RowStatus } from '../../report/report.js'
import { failedTestIn } from '../failed-tests.js'
import { describeRun, whyInconclusive } from '../progress.js'
import type { DefectResult, Evidence, GradeResult, Outcome, Reach } from '../types.js'
import { coverageFacts } from './coverage.js'
import { citedDecisions } from './decisions.js'
import { describeRequest } from './describe-request.js'
import { byImportance, missedByCost, severityRank } from './importance.js'
import { nextTest } from './next-test.js'
import { KEEP_APART, REASONS, repeatNotes } from './repeat-notes.js'

const STATUS_OF: Readonly<Record<Outcome, RowStatus>> = {
  found: 'passed',
  missed: 'failed',
  unrelated: 'error',
  error: 'error',
  'not-run': 'skipped',
}

/** The number of missed defects that the report names first. */
const FIRST_STEPS_MAX = 5

/** The number of failed tests that the report names for a defect. Its output has more. */
const TESTS_MAX = 3

const LIMITED =
  'The service refused requests because of a rate limit (429). Use fewer jobs, or raise BOARD_RATE and ADDRESS_RATE of the service.'

/**
 * Describes a result for all formats.
 *
 * @param hasTests whether the rows of missed defects have the test that finds them
 */
export function toReport(result: GradeResult, minScore: number | undefined, hasTests = true): Report {
  const { score, defects, byArea, bySeverity, variant, controlRuns, provisional } = result
  const isPassed = score !== null && score.percent >= (minScore ?? 0)
  return {
    title: 'Grade of a test suite',
    headline: headlineOf(result, minScore),
    isPassed,
    score: score?.percent,
    isProvisional: provisional !== null,
    facts: [
      { label: 'Command', value: result.command.map(quote).join(' '), isRaw: true },
      { label: 'Variant', value: variant },
      { label: 'Service', value: result.server ?? `task-board-service ${result.version}, started for this grade` },
      { label: 'Time', value: `${result.startedAt}, ${result.seconds} s, ${counted(result.jobs, 'job')}` },
      ...provisionalFacts(result),
      { label: 'Correct board', value: result.correctRuns.map(describeRun).join('; ') },
      ...(controlRuns.length === 0 ? [] : [{ label: 'Control runs', value: counted(controlRuns.length, 'run') }]),
      ...Object.entries(bySeverity)
        .toSorted(([a], [b]) => severityRank(a) - severityRank(b))
        .map(([name, { found, total }]) => ({
          label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          value: `${found} of ${total} found`,
        })),
      ...reachFacts(defects),
      ...coverageFacts(result.coverage),
    ],
    firstSteps: firstStepsOf(defects),
    notes: notesOf(result),
    shares: Object.entries(byArea).map(([name, { found, total }]) => ({ name, passed: found, total })),
    rows: byImportance(defects).map((defect) => toRow(defect, hasTests ? nextTest(defect, variant) : undefined)),
    sections: { failed: 'Missed', error: 'Without proof', passed: 'Found', skipped: 'Not run' },
    data: result,
  }
}

function provisionalFacts({ provisional, defects }: GradeResult): Fact[] {
  if (provisional === null) return []
  const { since, results } = provisional
  const value = `Taken over from the report of ${since}: ${results} of ${counted(defects.length, 'result')}. Grade without --since for the final score.`
  return [{ label: 'Provisional', value }]
}

function reachFacts(defects: readonly DefectResult[]): Fact[] {
  const count = (each: Reach) => defects.filter(({ reach }) => reach === each).length
  const [notReached, notAsserted] = [count('not-reached'), count('not-asserted')]
  if (notReached + notAsserted === 0) return []
  return [{ label: 'Missed', value: `${notReached} not reached, ${notAsserted} reached but not asserted` }]
}

function firstStepsOf(defects: readonly DefectResult[]): Fact[] {
  return missedByCost(defects)
    .slice(0, FIRST_STEPS_MAX)
    .map((defect) => ({
      row: defect.name,
      label: `${defect.name} (${defect.severity}, ${defect.difficulty} to find)`,
      value: `${defect.title} ${describeStep(defect)}`,
    }))
}

function describeStep({ exposedBy, evidence }: DefectResult): string {
  if (evidence === null) return `Add a test: ${exposedBy}`
  const first = describeRequest(evidence.first)
  return evidence.effect === 'response'
    ? `The suite gets the wrong response, so it only needs an assertion on ${first}.`
    : `The suite sends ${first}, which stores something wrong, but does not check what was stored. For example: ${exposedBy}`
}

function notesOf(result: GradeResult): string[] {
  const { problem, defects, skipped, variant, correctRuns, controlRuns } = result
  const reasons = defects.flatMap(({ outcome, run }) => (run && whyInconclusive(outcome, run)) ?? [])
  const isLimited = [...correctRuns, ...controlRuns, ...defects.map(({ run }) => run)].some((run) => run?.isLimited)
  const notes = [
    // A tool that hit a rate limit need not fail.
    problem !== null && (problem === 'no-requests' || result.output !== null) && explain(result),
    ...[...new Set(reasons)].map((why) => {
      const count = reasons.filter((reason) => reason === why).length
      return `${counted(count, 'run')} ${why}. The defect does not count as found.`
    }),
    defects.some(({ outcome }) => outcome === 'unrelated') &&
      'Does the suite depend on the time, on random values, or on files that runs share?',
    ...repeatNotes(result),
    isLimited && LIMITED,
    skipped.length > 0 &&
      `${skipped.length} selected ${skipped.length === 1 ? 'defect does' : 'defects do'} not exist in ${variant} and ${skipped.length === 1 ? 'was' : 'were'} skipped.`,
  ]
  return notes.filter((note) => note !== false)
}

function headlineOf({ score, problem, provisional }: GradeResult, minScore: number | undefined): string {
  if (score === null) {
    return {
      'false-alarm': 'No score: the suite fails on a correct board.',
      flaky: 'No score: the suite is flaky. It passed and failed on a correct board.',
      limited: 'No score: the service refused requests because of a rate limit.',
      'no-requests': 'No score: the suite passed, but the board received no requests.',
      'control-failed': 'No score: the suite failed in a control run, on a correct board.',
    }[problem ?? 'false-alarm']
  }
  const { found, total, percent } = score
  const comparison = minScore === undefined || percent >= minScore ? '' : `, below the minimum of ${minScore}%`
  return `${provisional === null ? 'Score' : 'Provisional score'} ${percent}%${comparison}: found ${found} of ${counted(total, 'defect')}.`
}

function explain({ problem, correctRuns, controlRuns, output, jobs }: GradeResult): string {
  if (problem === 'no-requests') {
    return 'The suite must send its requests to the URL in the environment variable BASE_URL (without /api/v1) or API_URL (with it). Other names are set with --env.'
  }
  const isControl = problem === 'control-failed'
  const run = (isControl ? controlRuns : correctRuns).findLast(({ isPassed }) => !isPassed)
  const advice = [
    isControl
      ? ' The suite passed on correct boards before, and cannot know which runs have a defect: it can fail on boards with a defect for the same reason.'
      : '',
    (problem === 'flaky' || isControl) && jobs > 1
      ? ` Runs at the same time can disturb each other, for example with a fixed port or a folder for results. ${KEEP_APART}`
      : '',
  ].join('')
  const ignored = correctRuns.every(({ requests }) => requests === 0)
    ? ' The board received no requests: the suite must use BASE_URL, API_URL, or a variable of --env.'
    : ''
  const limit = run?.isTimedOut ? ' It reached the time limit.' : ''
  const lines =
    output === ''
      ? ' It printed nothing.'
      : ` This is the relevant part of its output; --output <folder> writes all of it to files:\n${output}`
  return `The run on a correct board failed.${limit}${ignored}${advice}${lines}`
}

function toRow(defect: DefectResult, test: PlannedTest | undefined): Row {
  const { code, name, title, area, severity, difficulty, outcome, reach, exchange, run } = defect
  return {
    name,
    status: STATUS_OF[outcome],
    label: outcome === 'unrelated' ? 'failed for another reason' : outcome,
    group: area,
    tags: [code, severity, `${difficulty} to find`, ...(reach === 'not-asserted' ? ['reached'] : [])],
    title,
    details: detailsOf(defect),
    ...(run !== null && { seconds: run.seconds }),
    ...(exchange !== null && { exchange }),
    ...(test !== undefined && { test }),
  }
}

function detailsOf(defect: DefectResult): Fact[] {
  const { rule, exposedBy, outcome, reach, evidence, run, output } = defect
  const why = run && whyInconclusive(outcome, run)
  const facts: Fact[] = [{ label: 'Rule', value: rule }]
  for (const { number, text } of citedDecisions(rule)) {
    facts.push({ label: `Decision ${number}`, value: text, isLong: true })
  }
  if (outcome !== 'found') facts.push({ label: 'Exposed by', value: exposedBy })
  if (outcome === 'found' && evidence !== null) facts.push({ label: 'Evidence', value: describeEvidence(evidence) })
  if (reach !== null) facts.push({ label: 'The suite', value: describeReach(evidence) })
  if (run && why) facts.push({ label: 'Run', value: `${describeRun(run)}: it ${why}` })
  const firstRun = describeFirstRun(defect)
  if (firstRun !== undefined) facts.push({ label: 'First run', value: firstRun })
  const tests = new Set(output?.split('\n').flatMap((line) => failedTestIn(line) ?? []))
  if (tests.size > 0) {
    const value = [...tests].slice(0, TESTS_MAX).join('; ') + (tests.size > TESTS_MAX ? '; …' : '')
    facts.push({ label: 'Failed tests', value, isRaw: true })
  }
  if (output) facts.push({ label: 'Output', value: output, isLong: outcome === 'found', isRaw: true })
  return facts
}

function describeFirstRun({ earlierRun: run, repeated }: DefectResult): string | undefined {
  if (run === null || repeated === null) return undefined
  const outcome = run.isLimited || run.requests === 0 ? 'error' : 'unrelated'
  const why = repeated === 'no-proof' ? whyInconclusive(outcome, run) : REASONS[repeated]
  return `${describeRun(run)}: it ${why}, so the suite ran once more, alone`
}

function describeReach(evidence: Evidence | null): string {
  if (evidence === null) return 'did not reach the defect: no request was affected'
  return `reached the defect, but did not assert on it: ${describeEvidence(evidence)}`
}

function describeEvidence(evidence: Evidence): string {
  const { effect, requests } = evidence
  const what = effect === 'response' ? 'changed response' : 'request that stored something wrong'
  const others = effect === 'response' ? 'changed responses' : 'requests that stored something wrong'
  return `${describeRequest(evidence.first)} ${requests === 1 ? `is the only ${what}` : `is the first of ${requests} ${others}`}`
}

function quote(word: string): string {
  return /^[\w./:=@%+,{}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
