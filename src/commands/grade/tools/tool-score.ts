import { share } from '../report/score.js'
import { type AdapterName, type Finding, keyOf } from './finding.js'
import type { BaselineFinding, CurvePoint, ToolDefectResult, ToolRun, ToolSummary } from './tool-types.js'

/** The findings of a run on a correct board. */
export interface CorrectFindings {
  seed: number
  findings: readonly Finding[]
}

/** Merges equal findings of correct boards. */
export function mergeBaseline(runs: readonly CorrectFindings[]): BaselineFinding[] {
  const merged = new Map<string, BaselineFinding>()
  for (const { seed, findings } of runs.toSorted((a, b) => a.seed - b.seed)) {
    for (const finding of findings) {
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
export function curveOf(defects: readonly Pick<ToolDefectResult, 'runs'>[]): CurvePoint[] {
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

/** Counts what the runs of a tool have found. */
export function summarize(
  adapter: AdapterName,
  seeds: readonly number[],
  baseline: readonly BaselineFinding[],
  controlFindings: readonly Finding[],
  defects: readonly ToolDefectResult[],
  hasScore: boolean,
): ToolSummary {
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
    anySeed: foundBy((defect) => defect.runs.some(isFound)),
    allSeeds: foundBy((defect) => defect.runs.every(isFound)),
    precision: claims === 0 ? null : share(count('found'), claims),
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    seconds: Math.round(runs.reduce((sum, { seconds }) => sum + seconds, 0) * 10) / 10,
    curve: curveOf(defects),
  }
}
