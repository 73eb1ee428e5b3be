import { WORDS } from '../boards/tasks.js'
import { CONNECTIONS, type Facts, get, PAGE_SIZE, type Sequence, type Workload } from './workload.js'

/** The number of different tasks that are read. They are spread over the whole board. */
const SAMPLE = 1000

const read = { kind: 'board', status: 200, connections: CONNECTIONS } as const
/** Variants are compared on one store. */
const ONE = ['sqlite-10000'] as const
const full = () => PAGE_SIZE

/** Repeats one request. */
const same = (path: (facts: Facts) => string) => (facts: Facts) => {
  const request = get(path(facts))
  return () => request
}

/** Reads tasks from all parts of the board. */
const tasks =
  (prefix: string, headersOf: (facts: Facts) => Record<string, string> = () => ({})) =>
  (facts: Facts): Sequence => {
    const distance = Math.floor(facts.size / SAMPLE)
    const requests = Array.from({ length: SAMPLE }, (_, index) =>
      get(`${prefix}/tasks/${1 + index * distance}`, headersOf(facts)),
    )
    return (index) => requests[index % SAMPLE] as ReturnType<typeof get>
  }

const list = (query: string) => same(() => `/api/v1/tasks?size=${PAGE_SIZE}&${query}`)
const search = (word: string) => ({
  service: list(`search=${word}`),
  express: same(() => `/tasks?size=${PAGE_SIZE}&search=${word}`),
  'json-server': same(() => `/tasks?_page=1&_limit=${PAGE_SIZE}&q=${word}`),
})

/** The page after four fifths of all tasks. */
const farPage = ({ size }: Facts) => Math.floor((size * 0.8) / PAGE_SIZE)
const lastPage = ({ columnLength }: Facts) => Math.ceil(columnLength / PAGE_SIZE) - 1

const ORDER = `status=TODO&sort=sortOrder&size=${PAGE_SIZE}`

export const READS: readonly Workload[] = [
  {
    ...read,
    name: 'get-one',
    title: 'get one',
    requests: { service: tasks('/api/v1'), 'json-server': tasks(''), express: tasks('') },
    isQuick: true,
  },
  {
    ...read,
    name: 'get-one-v2',
    title: 'get one on v2, with a token',
    requests: { service: tasks('/api/v2', ({ token }) => ({ authorization: `Bearer ${token}` })) },
    contestants: ONE,
    isQuick: true,
  },
  {
    ...read,
    name: 'get-one-buggy',
    title: 'get one on buggy, all rates 0',
    requests: { service: tasks('/api/buggy') },
    contestants: ONE,
    isQuick: true,
  },
  {
    ...read,
    name: 'page-in-order',
    title: 'page of 20 in column order',
    requests: {
      service: same(() => `/api/v1/tasks?${ORDER}`),
      'json-server': same(() => `/tasks?status=TODO&_sort=sortOrder&_page=1&_limit=${PAGE_SIZE}`),
      express: same(() => `/tasks?${ORDER}`),
    },
    tasks: full,
    isQuick: true,
  },
  {
    ...read,
    name: 'last-page-in-order',
    title: 'last page in column order',
    requests: { service: same((facts) => `/api/v1/tasks?${ORDER}&page=${lastPage(facts)}`) },
    contestants: ['sqlite-10000', 'sqlite-100000', 'postgres-10000', 'postgres-100000'],
    isQuick: true,
  },
  {
    ...read,
    name: 'page',
    title: 'page of 20',
    requests: {
      service: same(() => `/api/v1/tasks?size=${PAGE_SIZE}`),
      'json-server': same(() => `/tasks?_page=1&_limit=${PAGE_SIZE}`),
      express: same(() => `/tasks?size=${PAGE_SIZE}`),
    },
    tasks: full,
  },
  {
    ...read,
    name: 'page-400',
    title: 'page 400 of 500 (4,000 of 5,000)',
    requests: {
      service: same((facts) => `/api/v1/tasks?size=${PAGE_SIZE}&page=${farPage(facts)}`),
      'json-server': same((facts) => `/tasks?_page=${farPage(facts) + 1}&_limit=${PAGE_SIZE}`),
      express: same((facts) => `/tasks?size=${PAGE_SIZE}&page=${farPage(facts)}`),
    },
    tasks: full,
  },
  {
    ...read,
    name: 'filter-sort',
    title: 'filter by status and priority, sort by due date descending',
    requests: { service: list('status=TODO&priority=HIGH&sort=dueDate&direction=desc') },
    tasks: full,
  },
  {
    ...read,
    name: 'search-rare',
    title: 'search for a word in one task',
    requests: search(WORDS.rare),
    tasks: () => 1,
  },
  {
    ...read,
    name: 'search-rare-alone',
    title: 'search for a word in one task, one request at a time',
    requests: { service: search(WORDS.rare).service },
    tasks: () => 1,
    connections: 1,
    contestants: ['sqlite-10000', 'sqlite-100000'],
    isQuick: true,
    isWatched: true,
  },
  {
    ...read,
    name: 'search-frequent',
    title: 'search for a word in every third task',
    requests: search(WORDS.frequent),
    tasks: full,
  },
  {
    ...read,
    name: 'search-none',
    title: 'search for a word in no task',
    requests: search(WORDS.none),
    tasks: () => 0,
  },
  {
    ...read,
    name: 'summary',
    title: 'summary',
    requests: { service: same(() => '/api/v1/tasks/summary') },
  },
]
