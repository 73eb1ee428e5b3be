import type { ToolGradeResult, ToolRun, ToolSummary } from '../src/commands/grade/tools/tool-score.js'
import type { DefectResult, GradeResult, Score, SuiteRun } from '../src/commands/grade/types.js'
import type { Tool } from './tools/tool.js'

/** What is published of a run of the benchmark. */
export interface ToolRunResult {
  name: string
  versions: Readonly<Record<string, string>>
  /** The version of the service, and that of the catalogue. */
  service: string
  catalogue: number
  startedAt: string
  /** How long everything took. */
  seconds: number
  machine: string
  jobs: number
  /** Every so many defects of the catalogue, one was graded; 1 if all were. */
  sample: number
  /** The number of control runs on correct boards; 0 in results of before there were any. */
  controls: number
  seeds: readonly number[]
  /** The codes of all defects that were graded. */
  graded: readonly string[]
  /** The codes of the defects that at least one run found. */
  found: readonly string[]
  /** The codes of the defects that the runs with all seeds found. */
  foundByAll: readonly string[]
  /** The codes of the defects that a run reached, without a finding. */
  notAsserted: readonly string[]
  /** The codes of the defects that no run reached. */
  notReached: readonly string[]
  /** The codes of the defects without a run that proves anything. */
  unproven: readonly string[]
  /** The number of findings on correct boards; `null` for a suite, which has none. */
  baseline: number | null
  precision: Score | null
  /** The means of the runs on boards with a defect. */
  requestsPerRun: number
  secondsPerRun: number
  curve: ToolSummary['curve']
  /** The numbers of what the runs on correct boards reached, and of what could be reached. */
  reached: Readonly<Record<string, readonly [reached: number, all: number]>>
}

/** How a run of the benchmark was made. */
export interface RunSetup {
  sample: number
  catalogue: number
  machine: string
}

/** Returns what is published of a grade. */
export function toRunResult(
  tool: Pick<Tool, 'name' | 'versions'>,
  grade: GradeResult & Partial<Pick<ToolGradeResult, 'tool'>>,
  { sample, catalogue, machine }: RunSetup,
): ToolRunResult {
  if (grade.problem !== null) throw new Error(`${tool.name} has no score: ${grade.problem}`)
  const defects: readonly (DefectResult & { runs?: readonly ToolRun[] })[] = grade.defects
  const codes = (isWanted: (defect: (typeof defects)[number]) => boolean) =>
    defects
      .filter(isWanted)
      .map(({ code }) => code)
      .sort()
  const all = defects.flatMap(({ runs, run }): readonly SuiteRun[] => runs ?? (run === null ? [] : [run]))
  const mean = (values: readonly number[]) =>
    Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
  return {
    name: tool.name,
    versions: tool.versions,
    service: grade.version,
    catalogue,
    startedAt: grade.startedAt,
    seconds: grade.seconds,
    machine,
    jobs: grade.jobs,
    sample,
    controls: grade.controlRuns.length,
    seeds: grade.tool?.seeds ?? [],
    graded: codes(() => true),
    found: codes(({ outcome }) => outcome === 'found'),
    foundByAll: codes(({ outcome, runs }) => runs?.every((run) => run.outcome === 'found') ?? outcome === 'found'),
    notAsserted: codes(({ reach }) => reach === 'not-asserted'),
    notReached: codes(({ reach }) => reach === 'not-reached'),
    unproven: codes(({ outcome }) => !['found', 'missed'].includes(outcome)),
    baseline: grade.tool?.baseline.length ?? null,
    precision: grade.tool?.precision ?? null,
    requestsPerRun: mean(all.map(({ requests }) => requests)),
    secondsPerRun: mean(all.map(({ seconds }) => seconds)),
    curve: grade.tool?.curve ?? [],
    reached: Object.fromEntries(
      Object.entries(grade.coverage ?? {}).map(([part, { reached, missing }]) => [
        part,
        [reached.length, reached.length + missing.length],
      ]),
    ),
  }
}
