import { share } from '../report/score.js'
import type { DefectResult, Evidence, GradeResult, Outcome, SuiteRun } from '../types.js'
import { type AdapterName, type Finding, keyOf } from './finding.js'

/** A run of a tool on a board with a defect. */
export interface ToolRun extends SuiteRun {
  seed: number
  /** As for a suite. A run without a report is an `error`. */
  outcome: Outcome
  /** What the defect changed during the run; `null` if it changed nothing. */
  evidence: Evidence | null
  /** The findings that no run on a correct board had. */
  findings: readonly Finding[]
}

/** A defect with its runs. The outcome, the run and the evidence are those of the run that says most. */
export interface ToolDefectResult extends DefectResult {
  runs: readonly ToolRun[]
}

export interface ToolGradeResult extends GradeResult {
  tool: ToolSummary
  defects: readonly ToolDefectResult[]
}

/** A finding on boards without defects, and the seeds that had it. */
interface BaselineFinding extends Finding {
  seeds: readonly number[]
}

/** Merges the equal findings of runs on correct boards. A run without a report has none. */
export function baselineOf(runs: readonly { seed: number; findings: readonly Finding[] | null }[]): BaselineFinding[] {
  const merged = new Map<string, BaselineFinding>()
  for (const { seed, findings } of runs.toSorted((a, b) => a.seed - b.seed)) {
    for (const finding of findings ?? []) {
      const key = keyOf(finding)
      const seeds = merged.get(key)?.seeds ?? []
      merged.set(key, { ...finding, seeds: seeds.includes(seed) ? seeds : [...seeds, seed] })
    }
  }
  return [...merged.values()]
}

/** Returns the findings that no correct board had, each once. */
export function newFindings(findings: readonly Finding[], baseline: readonly Finding[]): Finding[] {
  const known = new Set(baseline.map(keyOf))
  const found = new Map(findings.map((finding) => [keyOf(finding), finding]))
  return [...found].filter(([key]) => !known.has(key)).map(([, finding]) => finding)
}

/** Returns the run of a defect that says most: it found the defect, or else it came nearest to it. */
export function decisiveRun(runs: readonly ToolRun[]): ToolRun | undefined {
  const ranks: ((run: ToolRun) => boolean)[] = [
    ({ outcome }) => outcome === 'found',
    ({ outcome, evidence }) => outcome === 'missed' && evidence !== null,
    ({ outcome }) => outcome === 'missed',
    ({ outcome }) => outcome === 'unrelated',
  ]
  return ranks.map((isBest) => runs.find(isBest)).find((run) => run !== undefined) ?? runs[0]
}

/**
 * Returns how many defects the first requests of a run can find: a found defect counts from the first request that it
 * affected, in the run where this was earliest.
 */
export function curveOf(defects: readonly Pick<ToolDefectResult, 'runs'>[]) {
  const numbers = defects
    .map(({ runs }) => {
      const found = runs.filter(({ outcome }) => outcome === 'found')
      return Math.min(...found.map(({ evidence }) => evidence?.first.number ?? Number.POSITIVE_INFINITY))
    })
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
  const points = new Map(numbers.map((requests, index) => [requests, index + 1]))
  return [...points].map(([requests, found]) => ({ requests, found }))
}

/** What a grade of a tool says in addition. */
export type ToolSummary = ReturnType<typeof summarize>

/**
 * Counts what the runs of a tool have found.
 *
 * @param baseline what the tool reports on boards without defects
 * @param controlFindings the findings that a single control run had, and no other run on a correct board: chances
 * @param hasScore whether there is no problem
 */
export function summarize(
  adapter: AdapterName,
  seeds: readonly number[],
  baseline: readonly BaselineFinding[],
  controlFindings: readonly Finding[],
  defects: readonly ToolDefectResult[],
  hasScore: boolean,
) {
  const runs = defects.flatMap((defect) => defect.runs)
  const count = (outcome: ToolRun['outcome']) => runs.filter((run) => run.outcome === outcome).length
  const isFound = ({ outcome }: ToolRun) => outcome === 'found'
  const foundBy = (test: (defect: ToolDefectResult) => boolean) =>
    hasScore ? share(defects.filter(test).length, defects.length) : null
  const claims = count('found') + count('unrelated')
  return {
    adapter,
    seeds,
    baseline,
    controlFindings,
    /** The defects that at least one seed has found; `null` if there is a problem. */
    anySeed: foundBy((defect) => defect.runs.some(isFound)),
    /** The defects that every seed has found; `null` if there is a problem. */
    allSeeds: foundBy((defect) => defect.runs.every(isFound)),
    /** Of the runs with a new finding, those whose defect had changed something; `null` without such runs. */
    precision: claims === 0 ? null : share(count('found'), claims),
    /** The sums of the requests and of the durations of all runs on boards with a defect. */
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) * 10) / 10,
    /** A point for each number of requests with which further defects were found. */
    curve: curveOf(defects),
  }
}
