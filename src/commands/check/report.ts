import { codeDifferent, looksSame, textOf } from '../../rules/expected-vs-actual/words.js'
import { type Fact, type Report, type Row, sharesOf } from '../report/report.js'
import { findCauses } from './causes.js'
import type { Exchange } from './exchange.js'
import type { CheckRun } from './index.js'
import type { RateResult } from './rates.js'
import type { CheckResult } from './run.js'

/** The number of failed checks from which a cause is named first, and the maximum number of such causes. */
const COMMON_MIN = 10
const COMMON_MAX = 5

/** The maximum length of a value in a report. */
const VALUE_MAX = 300

/** Describes a run for all formats. A failed check that only a decision requires is a warning. */
export function toReport(run: CheckRun): Report {
  const { url, edition, variants, seconds, totals, checks, rates } = run
  const { passed, failed } = totals.required
  const isPassed = failed === 0 && rates.every(({ status }) => status === 'passed')
  const causes = findCauses(checks)
  const rows = checks.map((check) => toRow(check, causes.get(check)))
  return {
    title: 'Conformance of an implementation',
    headline: isPassed
      ? 'The implementation conforms to the specification.'
      : `The implementation does not conform to the specification.${hasOtherEdition(run) ? ` It looks like the ${run.seenEdition} edition: use --edition ${run.seenEdition}.` : ''}`,
    isPassed,
    score: passed + failed === 0 ? undefined : (100 * passed) / (passed + failed),
    facts: [
      { label: 'Base URL', value: url },
      { label: 'Contract', value: `${variants.join(', ')} (${edition} edition)` },
      { label: 'Required by the specification', value: describeCount(totals.required) },
      { label: 'Decided where the specification is open', value: describeCount(totals.decided) },
      ...rates.map((rate) => ({ label: `Rate of ${rate.fault}`, value: describeRate(rate) })),
      { label: 'Time', value: `${seconds} s` },
    ],
    firstSteps: firstStepsOf(run, causes),
    notes: [],
    shares: sharesOf(rows),
    rows: [...rows, ...rates.map(toRateRow)],
    sections: {
      failed: 'Breaches of the specification',
      warning: 'Different from the decisions (the specification is open)',
      passed: 'Passed',
    },
    data: run,
  }
}

function hasOtherEdition({ edition, seenEdition }: CheckRun): boolean {
  return seenEdition !== undefined && seenEdition !== edition
}

/** Returns the edition to try, and the causes of most failures. */
function firstStepsOf(run: CheckRun, causes: ReadonlyMap<CheckResult, string>): Fact[] {
  const steps: Fact[] = []
  if (hasOtherEdition(run)) {
    steps.push({
      label: `This looks like the ${run.seenEdition} edition`,
      value: `Check it with --edition ${run.seenEdition}. Its contract differs, so most of the failures below follow from it.`,
    })
  }
  const counts = new Map<string, number>()
  for (const cause of causes.values()) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count >= COMMON_MIN).toSorted(([, a], [, b]) => b - a)
  for (const [cause, count] of common.slice(0, COMMON_MAX)) {
    steps.push({ label: cause, value: `${count} checks fail because of it.` })
  }
  return steps
}

function toRow(check: CheckResult, cause: string | undefined): Row {
  const { id, area, title, level, section, variant, status, exchanges, expected, actual } = check
  const isPassed = status === 'passed'
  return {
    name: `${variant} ${id}`,
    ...(!isPassed && { cause: cause ?? `Other rules of the area ${area}` }),
    status: isPassed ? 'passed' : level === 'required' ? 'failed' : 'warning',
    label: status,
    group: area,
    tags: [level, section],
    title,
    details: isPassed ? [] : [...describeExchange(exchanges.at(-1)), ...describeMismatch(expected, actual)],
  }
}

function toRateRow(rate: RateResult): Row {
  const { fault, status } = rate
  return {
    name: `buggy rate of ${fault}`,
    status,
    label: status,
    group: 'rates',
    tags: ['required', '99.9% confidence'],
    title: 'The fault occurs at the rate of the specification.',
    details: [{ label: 'Rate', value: describeRate(rate) }],
  }
}

function describeRate({ promised, count, requests, lower, upper }: RateResult): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`
  return `promised about ${percent(promised)}, measured ${count} of ${requests}, so ${percent(lower)} to ${percent(upper)}`
}

function describeExchange(exchange: Exchange | undefined): Fact[] {
  if (exchange === undefined) return []
  const { request, response } = exchange
  const body = request.body === undefined ? '' : ` ${clip(request.body)}`
  const reply = response === undefined ? 'no response' : `${response.status} ${clip(response.body)}`
  return [
    { label: 'Request', value: `${request.method} ${request.url}${body}`, isRaw: true },
    { label: 'Response', value: reply, isRaw: true },
  ]
}

function describeCount({ passed, failed }: { passed: number; failed: number }): string {
  return `${passed} passed, ${failed} failed`
}

function describeMismatch(expected: unknown, actual: unknown): Fact[] {
  const shown = [describeValue(expected), describeValue(actual)] as const
  const isAlike = looksSame(...shown)
  const [before = '', after = ''] = isAlike ? codeDifferent(textOf(expected), textOf(actual)) : shown
  return [
    { label: 'Expected', value: before, isRaw: !isAlike },
    { label: 'Actual', value: after, isRaw: !isAlike },
  ]
}

function describeValue(value: unknown): string {
  return clip(JSON.stringify(value) ?? 'nothing')
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > VALUE_MAX ? `${line.slice(0, VALUE_MAX)}…` : line
}
