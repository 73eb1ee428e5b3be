import { counted } from '../../../contract/numbers.js'
import type { Fact, Report, Row } from '../../report/report.js'
import { toReport } from '../report/grade-report.js'
import type { Score } from '../types.js'
import { ADAPTERS } from './adapters.js'
import { type Finding, keyOf } from './finding.js'
import type { ToolDefectResult, ToolGradeResult, ToolSummary } from './tool-score.js'

/** The number of findings that a report names for a defect. The JSON format has all. */
const FINDINGS_MAX = 3

/** Describes the grade of a tool for all formats. */
export function toToolReport(result: ToolGradeResult, minScore: number | undefined): Report {
  const { needsReport } = ADAPTERS[result.tool.adapter]
  // The exit code and the output of a tool that reports findings say nothing: it can have some on correct boards.
  const report = toReport(needsReport ? { ...result, output: null } : result, minScore)
  const defects = new Map(result.defects.map((defect) => [defect.name, defect]))
  return {
    ...report,
    data: result,
    title: 'Grade of a tool',
    headline:
      needsReport && result.problem === 'control-failed'
        ? 'No score: control runs, on correct boards, had findings that no other run had.'
        : sayTool(report.headline.replace('the suite passed, but the board', 'a board')),
    firstSteps: report.firstSteps.map((step) => ({ ...step, value: sayTool(step.value) })),
    facts: [...report.facts, ...factsOf(result)],
    notes: [...report.notes.map(sayTool), ...notesOf(result)],
    rows: report.rows.map((row) => withRuns(row, defects.get(row.name))),
  }
}

/** Says "tool" instead of "suite" in a text. Its further lines are output of the tool. */
function sayTool(text: string): string {
  const [first = '', ...output] = text.split('\n')
  return [first.replace(/\b(the) suite\b/gi, '$1 tool'), ...output].join('\n')
}

function factsOf({ tool, defects }: ToolGradeResult): Fact[] {
  const { adapter, seeds, anySeed, allSeeds, precision, requests, seconds, curve } = tool
  const facts: Fact[] = [
    { label: 'Adapter', value: `${adapter}, ${counted(seeds.length, 'seed')}` },
    { label: 'Baseline', value: describeBaseline(tool) },
  ]
  if (anySeed === null || allSeeds === null) return facts
  const runs = defects.reduce((sum, defect) => sum + defect.runs.length, 0)
  return [
    ...facts,
    { label: 'Found by any seed', value: describeScore(anySeed) },
    { label: 'Found by all seeds', value: describeScore(allSeeds) },
    {
      label: 'Precision',
      value:
        precision === null
          ? 'no run had a new finding'
          : `${precision.percent}%: ${precision.found} of ${counted(precision.total, 'run')} with new findings had a changed response or write`,
    },
    {
      label: 'Budget',
      value: `${counted(runs, 'run')} with ${counted(requests, 'request')} in ${seconds} s; ${perRun(requests, runs)} requests and ${perRun(seconds, runs)} s per run`,
    },
    { label: 'Curve', value: describeCurve(curve) },
  ]
}

function describeBaseline(tool: ToolSummary): string {
  const { length } = tool.baseline
  if (length === 0) return 'no findings on correct boards'
  return `${counted(length, 'finding')} on correct boards, ${length - countUnsteady(tool)} with every seed`
}

/** Counts the findings on correct boards that some seeds, or all other runs, did not have. */
function countUnsteady({ baseline, seeds, controlFindings }: ToolSummary): number {
  const single = new Set(controlFindings.map(keyOf))
  return baseline.filter((finding) => finding.seeds.length < seeds.length || single.has(keyOf(finding))).length
}

function describeScore({ found, total, percent }: Score): string {
  return `${found} of ${total} (${percent}%)`
}

/** Describes a curve at 1, 2, 5, 10 … requests, as far as it rises. */
function describeCurve(curve: ToolSummary['curve']): string {
  const last = curve.at(-1)
  if (last === undefined) return 'no defect was found'
  const parts: string[] = []
  let previous = 0
  for (let step = 1, before = 0; before < last.requests; step *= 10) {
    for (const requests of [step, step * 2, step * 5]) {
      const found = curve.findLast((point) => point.requests <= requests)?.found ?? 0
      if (found > previous) parts.push(`${found} with ${counted(requests, 'request')}`)
      previous = found
      before = requests
    }
  }
  return parts.join(', ')
}

function notesOf({ tool, problem }: ToolGradeResult): string[] {
  const { controlFindings } = tool
  const unsteady = countUnsteady(tool) - controlFindings.length
  const notes = [
    controlFindings.length > 0 &&
      `Single control runs had findings that no other run on a correct board had: ${describeFindings(controlFindings)}. So a new finding can also be a chance.`,
    unsteady > 0 &&
      problem === null &&
      `${counted(unsteady, 'finding')} on correct boards did not appear with every seed. A new finding on a board with a defect can also be a chance: only those count whose defect had changed something.`,
  ]
  return notes.filter((note) => note !== false)
}

function withRuns(row: Row, defect: ToolDefectResult | undefined): Row {
  const facts: Fact[] = []
  const found = defect?.runs.filter(({ outcome }) => outcome === 'found') ?? []
  if (found.length > 0) {
    facts.push({
      label: 'Found by',
      value: `seed ${found.map(({ seed }) => seed).join(', ')} of ${defect?.runs.length}`,
    })
  }
  const findings = [...new Map(defect?.runs.flatMap((run) => run.findings.map((each) => [keyOf(each), each]))).values()]
  if (findings.length > 0) facts.push({ label: 'New findings', value: describeFindings(findings), isRaw: true })
  const details = row.details.map((fact) => (fact.label === 'The suite' ? { ...fact, label: 'The tool' } : fact))
  return { ...row, details: [...details, ...facts] }
}

function describeFindings(findings: readonly Finding[]): string {
  const shown = findings
    .slice(0, FINDINGS_MAX)
    .map(({ operation, status, check }) => `${operation}${status === null ? '' : ` (${status})`}: ${check}`)
  const left = findings.length - shown.length
  return left === 0 ? shown.join('; ') : `${shown.join('; ')}; and ${left} more`
}

function perRun(sum: number, runs: number): number {
  return Math.round((sum / runs) * 10) / 10
}
