import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../scripts/benchmark/document.js'
import { replaceGenerated, writeTable } from '../scripts/markdown.js'
import { QUALITIES } from '../src/api/defects/defect.js'
import { share } from '../src/commands/grade/report/score.js'
import type { ToolRunResult } from './results.js'
import { TOOLS } from './tools/index.js'
import { ROOT } from './tools/install.js'
import type { Tool } from './tools/tool.js'

/** A tool with its last result. */
export interface Measured {
  tool: Tool
  result: ToolRunResult
}

/** The path of the file of the result of a tool. */
export function resultFile({ name }: Pick<Tool, 'name'>): string {
  return join(ROOT, 'benchmark/results', `${name}.json`)
}

/** Returns the tools that have a result, in the order of the tables. */
export function readResults(): Measured[] {
  return TOOLS.flatMap((tool) => {
    const file = resultFile(tool)
    return existsSync(file) ? [{ tool, result: JSON.parse(readFileSync(file, 'utf8')) }] : []
  })
}

/** Replaces the tables of a page with those of all tools that have a result. */
export function writeTables(page: string, measured: readonly Measured[], defects: readonly Entry[]): string {
  const withResults = replaceGenerated(page, 'results', writeResults(measured, defects))
  return replaceGenerated(withResults, 'findings', writeFindings(measured, defects))
}

function writeResults(measured: readonly Measured[], defects: readonly Entry[]): string {
  const machines = [...new Set(measured.map(({ result }) => `${result.jobs} jobs on ${result.machine}`))].join('; ')
  return [
    writeTable(
      ['Tool', 'Variant', 'Found', 'With all seeds', 'Reached, not asserted', 'Not reached', 'Precision', 'Baseline'],
      measured.map(({ tool, result }) => [
        tool.title,
        tool.variant,
        countOf(result.found, result.graded),
        result.seeds.length > 1 ? countOf(result.foundByAll, result.graded) : '–',
        String(result.notAsserted.length),
        String(result.notReached.length),
        result.precision === null ? '–' : `${result.precision.percent} %`,
        result.baseline === null ? '–' : String(result.baseline),
      ]),
    ),
    'The defects that each tool found, by [quality](#qualities), of those that were graded:',
    writeTable(
      ['Tool', ...QUALITIES],
      measured.map(({ tool, result }) => [tool.title, ...QUALITIES.map((quality) => shareOf(result, quality))]),
    ),
    'The versions and configurations:',
    writeTable(
      ['Tool', 'Versions', 'Configuration', 'Date'],
      measured.map(({ tool, result }) => [
        tool.title,
        Object.entries(result.versions)
          .map(([name, version]) => `${name} ${version}`)
          .join(', ') || '–',
        tool.configuration,
        result.startedAt.slice(0, 10),
      ]),
    ),
    `How long the runs on boards with a defect took (${machines}), and how many requests they sent:`,
    writeTable(
      ['Tool', 'Sample', 'Seeds', 'Runs', 'Requests per run', 'Seconds per run', 'Seconds in all'],
      measured.map(({ tool, result }) => [
        tool.title,
        result.sample === 1 ? 'all' : `1 in ${result.sample}`,
        result.seeds.join(', ') || '–',
        String(result.graded.length * Math.max(1, result.seeds.length)),
        String(result.requestsPerRun),
        String(result.secondsPerRun),
        String(result.seconds),
      ]),
    ),
    'What the requests [reached](grading.md#coverage) on correct boards:',
    writeTable(
      ['Tool', 'Operations', 'Statuses', 'Boundary values', 'Transitions'],
      measured.map(({ tool, result }) => [
        tool.title,
        ...['operations', 'statuses', 'boundaries', 'transitions'].map(
          (part) => result.reached[part]?.join('/') ?? '–',
        ),
      ]),
    ),
  ].join('\n\n')

  function shareOf({ found, graded }: ToolRunResult, quality: string): string {
    const codes = new Set(defects.filter((defect) => defect.quality === quality).map(({ code }) => code as string))
    const count = (list: readonly string[]) => list.filter((code) => codes.has(code)).length
    return count(graded) === 0 ? '–' : `${count(found)}/${count(graded)}`
  }
}

/** Writes the table of the defects that at least one tool was tried with. */
function writeFindings(measured: readonly Measured[], defects: readonly Entry[]): string {
  const tried = defects.filter(({ code }) => measured.some(({ result }) => result.graded.includes(code)))
  return writeTable(
    ['Code', 'Defect', ...measured.map(({ tool }) => tool.name)],
    tried.map(({ code, name }) => [code, `\`${name}\``, ...measured.map(({ result }) => outcomeOf(result, code))]),
  )
}

function outcomeOf({ found, notAsserted, notReached }: ToolRunResult, code: string): string {
  if (found.includes(code)) return 'found'
  if (notAsserted.includes(code)) return 'reached'
  return notReached.includes(code) ? 'no' : ''
}

/** Describes a part of the graded defects, such as `12 of 133 (9.0 %)`. */
function countOf(codes: readonly string[], graded: readonly string[]): string {
  const { found, total, percent } = share(codes.length, graded.length)
  return `${found} of ${total} (${percent} %)`
}
