import { MEGABYTE } from './figure.js'
import { type Results, ratiosOf, type Start, type Subject, valuesOf } from './results.js'
import { type Spread, spreadOf } from './statistics.js'

/** A goal of the project: a limit for the median of a figure over all rounds. */
export interface Goal {
  what: string
  unit?: 'ms' | 'MB'
  values(results: Results): number[]
  atLeast?: number
  atMost?: number
}

export type Verdict = 'met' | 'met within the spread' | 'not met' | 'not measured'

const ratio = (what: string, atLeast: number, ...pair: [of: Subject, to: Subject]): Goal => ({
  what,
  atLeast,
  values: (results) => ratiosOf(results, ...pair),
})

const startsOf = ({ starts }: Results, contestant: Start['contestant']) =>
  starts.filter((start) => start.contestant === contestant)

/** The goals, in the order of the table. The store is SQLite unless the goal names another one. */
export const GOALS: readonly Goal[] = [
  ratio('get one vs. floor', 0.6, ['get-one', 'sqlite-10000'], ['get-one', 'floor']),
  ratio('page in column order vs. floor', 0.8, ['page-in-order', 'sqlite-10000'], ['page-in-order', 'floor']),
  ratio('durable create vs. floor', 0.3, ['create', 'sqlite-10000'], ['create', 'floor']),
  ratio('get one vs. json-server', 5, ['get-one', 'sqlite-10000'], ['get-one', 'json-server']),
  ratio(
    'page in column order vs. json-server',
    25,
    ['page-in-order', 'sqlite-10000'],
    ['page-in-order', 'json-server'],
  ),
  ratio('create vs. json-server', 150, ['create', 'sqlite-10000'], ['create', 'json-server']),
  ratio('get one on v2 with a token vs. v1', 0.75, ['get-one-v2', 'sqlite-10000'], ['get-one', 'sqlite-10000']),
  ratio(
    'get one on buggy with all rates 0 vs. v1',
    0.95,
    ['get-one-buggy', 'sqlite-10000'],
    ['get-one', 'sqlite-10000'],
  ),
  ratio('get one, 100,000 vs. 10,000 tasks', 0.95, ['get-one', 'sqlite-100000'], ['get-one', 'sqlite-10000']),
  ratio(
    'page in column order, 100,000 vs. 10,000 tasks',
    0.9,
    ['page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-10000'],
  ),
  ratio(
    'last vs. first page in column order at 100,000 tasks',
    0.9,
    ['last-page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-100000'],
  ),
  {
    what: 'event loop time of a search for a rare word at 10,000 tasks',
    unit: 'ms',
    atMost: 5,
    values: (results) => valuesOf(results, 'search-rare-alone', 'sqlite-10000-uncached', ({ loop }) => loop),
  },
  {
    what: 'longest block of such a search at 100,000 tasks in all rounds',
    unit: 'ms',
    atMost: 50,
    // No round may exceed the limit, so the maximum counts.
    values: (results) =>
      valuesOf(results, 'search-rare-alone', 'sqlite-100000-uncached', ({ longest }) => longest)
        .toSorted((a, b) => a - b)
        .slice(-1),
  },
  ratio('PostgreSQL: get one vs. floor', 0.2, ['get-one', 'postgres-10000'], ['get-one', 'floor']),
  ratio(
    'PostgreSQL: page in column order vs. floor',
    0.15,
    ['page-in-order', 'postgres-10000'],
    ['page-in-order', 'floor'],
  ),
  ratio('PostgreSQL: create vs. floor', 0.08, ['create', 'postgres-10000'], ['create', 'floor']),
  {
    what: 'time to first response vs. bare Fastify with the same plugins',
    atMost: 1.5,
    values(results) {
      const bare = startsOf(results, 'same-plugins')
      return startsOf(results, 'sqlite-10000').flatMap(({ round, milliseconds }) => {
        const other = bare.find((start) => start.round === round)
        return other === undefined ? [] : milliseconds / other.milliseconds
      })
    },
  },
  {
    what: 'memory after start',
    unit: 'MB',
    atMost: 120,
    values: (results) => startsOf(results, 'sqlite-10000').map(({ rss }) => rss / MEGABYTE),
  },
]

/** A goal is met by the median, or met within the spread if a quartile meets it. */
export function judge(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Pick<Goal, 'atLeast' | 'atMost'>,
  values: readonly number[],
): Verdict {
  if (values.length === 0) return 'not measured'
  const { median, lower, upper }: Spread = spreadOf(values)
  if (median >= atLeast && median <= atMost) return 'met'
  return upper >= atLeast && lower <= atMost ? 'met within the spread' : 'not met'
}
