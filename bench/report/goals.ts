import { MEGABYTE } from './figure.js'
import { cpuRatio, type Goal, mainCpuRatio, rateRatio } from './goal.js'
import { type Results, type Start, valuesOf } from './results.js'
import { SCENARIO_GOALS } from './scenario-goals.js'

const startsOf = ({ starts }: Results, contestant: Start['contestant']) =>
  starts.filter((start) => start.contestant === contestant)

/** The goals, in the order of the table. The store is SQLite unless the goal names another one. */
export const GOALS: readonly Goal[] = [
  rateRatio('get one vs. floor', 0.65, ['get-one', 'sqlite-10000'], ['get-one', 'floor']),
  mainCpuRatio('HTTP alone: get one vs. floor, main thread', 1.2, ['get-one', 'http-alone'], ['get-one', 'floor']),
  mainCpuRatio('HTTP alone: create vs. floor, main thread', 1.5, ['create', 'http-alone'], ['create', 'floor']),
  rateRatio('page in column order vs. floor', 0.55, ['page-in-order', 'sqlite-10000'], ['page-in-order', 'floor']),
  rateRatio('create vs. durable floor', 0.45, ['create', 'sqlite-10000'], ['create', 'durable-floor']),
  rateRatio('mixed vs. durable floor', 0.5, ['mixed', 'sqlite-10000'], ['mixed', 'durable-floor']),
  cpuRatio(
    'processor time per request of a session vs. durable floor',
    2.5,
    ['session', 'sqlite-10000'],
    ['session', 'durable-floor'],
  ),
  rateRatio('login vs. durable floor', 0.5, ['login', 'sqlite-10000'], ['login', 'durable-floor']),
  {
    what: 'moves in a column of 10,000',
    unit: '/s',
    atLeast: 1000,
    values: (results) => valuesOf(results, 'move', 'sqlite-10000'),
  },
  rateRatio('moves, 100,000 vs. 10,000 tasks', 0.5, ['move', 'sqlite-100000'], ['move', 'sqlite-10000']),
  ...SCENARIO_GOALS,
  rateRatio('get one vs. json-server', 5, ['get-one', 'sqlite-10000'], ['get-one', 'json-server']),
  rateRatio(
    'page in column order vs. json-server',
    25,
    ['page-in-order', 'sqlite-10000'],
    ['page-in-order', 'json-server'],
  ),
  rateRatio('create vs. json-server', 150, ['create', 'sqlite-10000'], ['create', 'json-server']),
  rateRatio('get one on v2 with a token vs. v1', 0.75, ['get-one-v2', 'sqlite-10000'], ['get-one', 'sqlite-10000']),
  rateRatio(
    'get one on buggy with all rates 0 vs. v1',
    0.95,
    ['get-one-buggy', 'sqlite-10000'],
    ['get-one', 'sqlite-10000'],
  ),
  rateRatio('get one, 100,000 vs. 10,000 tasks', 0.95, ['get-one', 'sqlite-100000'], ['get-one', 'sqlite-10000']),
  rateRatio(
    'page in column order, 100,000 vs. 10,000 tasks',
    0.9,
    ['page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-10000'],
  ),
  rateRatio(
    'last vs. first page in column order at 100,000 tasks',
    0.9,
    ['last-page-in-order', 'sqlite-100000'],
    ['page-in-order', 'sqlite-100000'],
  ),
  {
    what: 'event loop time of a search for a rare word at 10,000 tasks',
    unit: 'ms',
    atMost: 5,
    values: (results) => valuesOf(results, 'search-rare-alone', 'sqlite-10000', ({ loop }) => loop),
  },
  {
    what: 'longest block of such a search at 100,000 tasks in all rounds',
    unit: 'ms',
    atMost: 50,
    // No round may exceed the limit, so the maximum counts.
    values: (results) =>
      valuesOf(results, 'search-rare-alone', 'sqlite-100000', ({ longest }) => longest)
        .toSorted((a, b) => a - b)
        .slice(-1),
  },
  rateRatio('PostgreSQL: get one vs. floor', 0.2, ['get-one', 'postgres-10000'], ['get-one', 'floor']),
  rateRatio(
    'PostgreSQL: page in column order vs. floor',
    0.15,
    ['page-in-order', 'postgres-10000'],
    ['page-in-order', 'floor'],
  ),
  rateRatio('PostgreSQL: create vs. floor', 0.08, ['create', 'postgres-10000'], ['create', 'floor']),
  {
    what: 'PostgreSQL: moves in a column of 10,000',
    unit: '/s',
    atLeast: 200,
    values: (results) => valuesOf(results, 'move', 'postgres-10000'),
  },
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
