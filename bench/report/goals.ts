import { MEGABYTE } from './figure.js'
import { type Results, ratiosOf, type Start, type Subject, valuesOf } from './results.js'
import { type Spread, spreadOf } from './statistics.js'

/** A goal of the project: a figure of each round, and what its median must be. */
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

/** The goals, in the order in which they are shown. Where no store is named it is the embedded one. */
export const GOALS: readonly Goal[] = [
  ratio('get one, of the floor', 0.6, ['get-one', 'sqlite-10000'], ['get-one', 'floor']),
  ratio(
    'page in column order, of the floor',
    0.8,
    ['page-in-order', 'sqlite-10000'],
    ['page-in-order', 'floor'],
  ),
  ratio('create, safe on disk, of the floor', 0.3, ['create', 'sqlite-10000'], ['create', 'floor']),
  ratio('get one, over json-server', 5, ['get-one', 'sqlite-10000'], ['get-one', 'json-server']),
  ratio(
    'page in column order, over json-server',
    25,
    ['page-in-order', 'sqlite-10000'],
    ['page-in-order', 'json-server'],
  ),
  ratio('create, over json-server', 150, ['create', 'sqlite-10000'], ['create', 'json-server']),
  ratio(
    "get one on v2, authorised, of v1's",
    0.75,
    ['get-one-v2', 'sqlite-10000'],
    ['get-one', 'sqlite-10000'],
  ),
  ratio(
    "get one on buggy, all rates 0, of v1's",
    0.95,
    ['get-one-buggy', 'sqlite-10000'],
    ['get-one', 'sqlite-10000'],
  ),
  ratio(
    'get one at 100,000 tasks, of the same at 10,000',
    0.95,
    ['get-one', 'sqlite-100000'],
    ['get-one', 'sqlite-10000'],
  ),
  ratio(
    'page in column order at 100,000 tasks, of the same at 10,000',
    0.9,
    ['page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-10000'],
  ),
  ratio(
    'last page in column order at 100,000 tasks, of the first',
    0.9,
    ['last-page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-100000'],
  ),
  {
    what: 'search for a rare word at 10,000 tasks, of the event loop',
    unit: 'ms',
    atMost: 5,
    values: (results) => valuesOf(results, 'search-rare-alone', 'sqlite-10000-uncached', ({ loop }) => loop),
  },
  {
    what: 'the same at 100,000, the longest piece in all rounds',
    unit: 'ms',
    atMost: 50,
    // Never over it: no round may be.
    values: (results) =>
      valuesOf(results, 'search-rare-alone', 'sqlite-100000-uncached', ({ longest }) => longest)
        .toSorted((a, b) => a - b)
        .slice(-1),
  },
  ratio('PostgreSQL: get one, of the floor', 0.2, ['get-one', 'postgres-10000'], ['get-one', 'floor']),
  ratio(
    'PostgreSQL: page in column order, of the floor',
    0.15,
    ['page-in-order', 'postgres-10000'],
    ['page-in-order', 'floor'],
  ),
  ratio('PostgreSQL: create, of the floor', 0.08, ['create', 'postgres-10000'], ['create', 'floor']),
  {
    what: 'start to first answer, of bare Fastify with the same plug-ins',
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

/** Whether a goal is met: by the median, or at least by one of the quartiles. */
export function judge(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Pick<Goal, 'atLeast' | 'atMost'>,
  values: readonly number[],
): Verdict {
  if (values.length === 0) return 'not measured'
  const { median, lower, upper }: Spread = spreadOf(values)
  if (median >= atLeast && median <= atMost) return 'met'
  return upper >= atLeast && lower <= atMost ? 'met within the spread' : 'not met'
}
