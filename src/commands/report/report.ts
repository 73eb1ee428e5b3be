/** The formats of reports: HTML, JSON, JUnit XML, Markdown and a badge. @module */

import type { Difference, RecordedRequest, RecordedResponse } from '../../rules/expected-vs-actual/exchange.js'
import type { PlannedTest } from '../../rules/exposures/plan/plan.js'

/**
 * The result of a check: it passed, it failed, it could not be made, it deviates from something that is not required, or
 * it was left out.
 */
export type RowStatus = 'passed' | 'failed' | 'error' | 'warning' | 'skipped'

/** One check. */
export interface Row {
  name: string
  status: RowStatus
  /** The status in the words of the report, such as `found`. */
  label: string
  /** The group, such as the area of the API. */
  group: string
  /** Its properties in a few words, such as the severity. */
  tags: readonly string[]
  /** The cause of a failure that others can share. */
  cause?: string
  /** What is checked, as a sentence. */
  title: string
  /** More about the check, such as the rule, or the expected and the actual value. Values can have several lines. */
  details: readonly Fact[]
  /** The duration in seconds. */
  seconds?: number
  /** The request that shows it. */
  exchange?: ShownExchange
  /** A test that would have failed. The HTML format prints it in all styles. */
  test?: PlannedTest
}

/** A recorded request with its response, and how that differs from the expected one. */
export interface ShownExchange {
  request: RecordedRequest
  response: RecordedResponse
  /** `null` if it is the actual one, or not known. */
  expected: RecordedResponse | null
  /** Each difference, also as a sentence. */
  difference: readonly (Difference & { sentence: string })[]
}

export interface Fact {
  label: string
  value: string
  /** Whether the terminal leaves it out, because it is long and not necessary. */
  isLong?: boolean
  /** Whether it is the text of a program, which formats show as it is. In other texts, code is between backticks. */
  isRaw?: boolean
  /** The name of the row that it is about. */
  row?: string
}

/** A share of checks, for example those of a group. */
export interface Share {
  name: string
  passed: number
  total: number
}

/** The result of a command as neutral data, which every format can show. */
export interface Report {
  title: string
  /** The result in one sentence. */
  headline: string
  isPassed: boolean
  /** The result as a percentage; `undefined` if there is none. */
  score: number | undefined
  /** Whether a part of the result is that of an earlier report. */
  isProvisional?: boolean
  /** What is true of the result as a whole. Files have the long ones at their end. */
  facts: readonly Fact[]
  /** What to do first, the most important first. */
  firstSteps: readonly Fact[]
  /** What the reader must know about the result: warnings, and why there is no score. Each can have several lines. */
  notes: readonly string[]
  /** The shares by group. */
  shares: readonly Share[]
  rows: readonly Row[]
  /** The names of the parts in which formats show the rows, in this order. */
  sections: Readonly<Partial<Record<RowStatus, string>>>
  /** What only the terminal shows, after the result. Its first line is a heading. */
  appendix?: string
  /** The full result, as the JSON format has it. */
  data: object
}

/** What the HTML format has of a report. */
export type ShownReport = Omit<Report, 'data'>

/** The heading of the first steps. */
export const FIRST_STEPS = 'What to do first'

/** The order in which formats show the rows: what needs attention comes first. */
const STATUSES: readonly RowStatus[] = ['failed', 'error', 'warning', 'passed', 'skipped']

/** The statuses whose rows are shown with their details. */
export const DETAILED: readonly RowStatus[] = ['failed', 'error', 'warning']

/** Returns the shares of the rows by group, without those that were left out. */
export function sharesOf(rows: readonly Row[]): Share[] {
  const groups = [...new Set(rows.map(({ group }) => group))]
  const shares = groups.map((name) => {
    const own = rows.filter(({ group, status }) => group === name && status !== 'skipped')
    return { name, passed: own.filter(({ status }) => status === 'passed').length, total: own.length }
  })
  return shares.filter(({ total }) => total > 0)
}

/** Returns the facts for the start of a report. */
export function shortFacts({ facts }: Pick<Report, 'facts'>): Fact[] {
  return facts.filter(({ isLong }) => !isLong)
}

/** Returns the facts that take much space. */
export function longFacts({ facts }: Pick<Report, 'facts'>): Fact[] {
  return facts.filter(({ isLong }) => isLong)
}

/** Returns the rows of each status, without those that have none. */
export function rowsByStatus({ rows }: Pick<Report, 'rows'>): [status: RowStatus, rows: Row[]][] {
  return STATUSES.map((status): [RowStatus, Row[]] => [status, rows.filter((row) => row.status === status)]).filter(
    ([, rows]) => rows.length > 0,
  )
}
