import { styleText } from 'node:util'
import { LEVELS, type Level } from './kit/check.js'
import type { Exchange } from './kit/exchange.js'
import type { RateResult } from './rates.js'
import type { CheckResult } from './run.js'

/** The result of a run. It is the output of `--json`. */
export interface Report {
  url: string
  edition: string
  variants: readonly string[]
  seconds: number
  totals: Record<Level, { passed: number; failed: number }>
  checks: readonly CheckResult[]
  /** The measured rates of faults, if they were requested. */
  rates: readonly RateResult[]
}

/** Counts results by level. */
export function countResults(checks: readonly CheckResult[]): Report['totals'] {
  const count = (level: Level) => {
    const own = checks.filter((check) => check.level === level)
    const failed = own.filter(({ status }) => status === 'failed').length
    return { passed: own.length - failed, failed }
  }
  return { required: count('required'), decided: count('decided') }
}

/** Whether everything that the specification requires is as it requires. */
export function isConformant({ totals, rates }: Report): boolean {
  return totals.required.failed === 0 && rates.every(({ status }) => status === 'passed')
}

/** Returns a report for people. */
export function formatReport(report: Report): string {
  const { checks, rates, totals, seconds, url, edition } = report
  const failed = checks.filter(({ status }) => status === 'failed')
  return [
    ...LEVELS.flatMap((level) => formatFailures(level, failed)),
    ...formatAreas(report),
    ...formatRates(rates),
    '',
    `${url} (${edition} edition), ${checks.length} checks in ${seconds} s:`,
    `  required by the specification: ${formatCount(totals.required)}`,
    `  decided where the specification is open: ${formatCount(totals.decided)}`,
  ].join('\n')
}

function formatFailures(level: Level, failed: readonly CheckResult[]): string[] {
  const own = failed.filter((check) => check.level === level)
  if (own.length === 0) return []
  const title =
    level === 'required' ? 'Breaches of the specification' : 'Different from the decisions (the specification is open)'
  return [styleText('bold', title), '', ...own.flatMap(formatFailure)]
}

function formatFailure({ id, variant, title, section, exchanges, expected, actual }: CheckResult): string[] {
  const last = exchanges.at(-1)
  return [
    `${styleText('red', '✗')} ${variant} ${styleText('bold', id)}`,
    `    ${title} (${section})`,
    ...(last === undefined ? [] : formatExchange(last).map((line) => `    ${line}`)),
    `    expected: ${formatValue(expected)}`,
    `    actual:   ${formatValue(actual)}`,
    '',
  ]
}

function formatExchange({ request, response }: Exchange): string[] {
  const body = request.body === undefined ? '' : ` ${clip(request.body)}`
  const reply = response === undefined ? 'no response' : `${response.status} ${clip(response.body)}`
  return [`request:  ${request.method} ${request.url}${body}`, `response: ${reply}`]
}

function formatAreas({ checks, variants }: Report): string[] {
  const areas = [...new Set(checks.map(({ area }) => area))]
  const cell = (area: string, variant: string) => {
    const own = checks.filter((check) => check.area === area && check.variant === variant)
    const passed = own.filter(({ status }) => status === 'passed').length
    return own.length === 0 ? '' : `${passed}/${own.length}`
  }
  const row = (cells: readonly string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(14) : cell.padStart(8))).join('')
  return [
    styleText('bold', row(['Passed checks', ...variants])),
    ...areas.map((area) => row([area, ...variants.map((variant) => cell(area, variant))])),
  ]
}

function formatRates(rates: readonly RateResult[]): string[] {
  if (rates.length === 0) return []
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return [
    '',
    styleText('bold', 'Faults of buggy (99.9% confidence intervals)'),
    ...rates.map(({ fault, status, promised, count, requests, lower, upper }) => {
      const mark = status === 'passed' ? styleText('green', '✓') : styleText('red', '✗')
      const measured = `${count} of ${requests}, so ${percent(lower)} to ${percent(upper)}`
      return `${mark} ${fault.padEnd(16)} promised about ${percent(promised)}, measured ${measured}`
    }),
  ]
}

function formatCount({ passed, failed }: { passed: number; failed: number }): string {
  return `${passed} passed, ${failed} failed`
}

function formatValue(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'nothing')
}

/** Returns a text in one line of limited length, without control characters. */
function clip(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal would execute them
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 300)}…` : line
}
