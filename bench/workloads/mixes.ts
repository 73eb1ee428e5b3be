import { taskAt } from '../boards/tasks.js'
import type { Request } from '../contestants/process.js'
import { STEP_HEADER } from '../contestants/step-header.js'
import { CONNECTIONS, type Facts, get, json, PAGE_SIZE, type Sequence, type Workload } from './workload.js'

/** The number of tasks of each board of a session: a small project. */
const SESSION_TASKS = 20
const MIXED_TASKS = 1000
/** The maximum number of requests of sessions per measurement. */
const SESSION_REQUESTS_MAX = 50_000

const TASK = {
  title: 'Prepare the demonstration',
  description: 'Show the first version on Friday.',
  status: 'TODO',
  priority: 'HIGH',
  dueDate: '2026-11-27',
  labels: ['demo', 'team'],
  checklistItems: [{ text: 'Reserve a room' }, { text: 'Invite the team' }],
}

/** Which of the steps a request is. */
interface Caller {
  connection: number
  /** How often the connection has completed all steps. */
  iteration: number
}

/** Creates the request of a step. `api` is the base path of v1. */
type Step = (api: string, caller: Caller) => Request

/**
 * The steps of a session. A new task gets the next id of its board, because nothing else creates tasks there.
 * Every list comes after a change, so no text that was rendered before can be sent again.
 */
const SESSION: readonly [status: number, step: Step][] = [
  [201, (api) => json('POST', `${api}/tasks`, TASK)],
  [200, (api, caller) => get(`${api}/tasks/${newId(caller)}`)],
  [200, (api, caller) => json('PUT', `${api}/tasks/${newId(caller)}`, { ...TASK, title: 'Prepare the talk' })],
  [200, (api, caller) => get(`${api}/tasks/${newId(caller)}`)],
  [200, (api) => get(`${api}/tasks?size=${PAGE_SIZE}`)],
  [201, (api, caller) => json('POST', `${api}/tasks/${newId(caller)}/comments`, { text: 'The room is reserved.' })],
  [
    200,
    (api, caller) =>
      json('POST', `${api}/tasks/${newId(caller)}/reorder`, { targetStatus: 'IN_PROGRESS', targetIndex: 0 }),
  ],
  [200, (api) => get(`${api}/tasks?status=IN_PROGRESS&search=talk`)],
  [204, (api, caller) => ({ method: 'DELETE', path: `${api}/tasks/${newId(caller)}`, headers: {} })],
  [404, (api, caller) => get(`${api}/tasks/${newId(caller)}`)],
]

const newId = ({ iteration }: Caller) => SESSION_TASKS + 1 + iteration

/** A task for each connection and iteration, from all parts of the board. */
const anyId = ({ connection, iteration }: Caller) => 1 + ((connection * 379 + iteration * 53) % MIXED_TASKS)

const readTask: Step = (api, caller) => get(`${api}/tasks/${anyId(caller)}`)
const readColumn =
  (status: string): Step =>
  (api) =>
    get(`${api}/tasks?status=${status}&sort=sortOrder&size=${PAGE_SIZE}`)

/** Nine reads and one write. */
const MIXED: readonly Step[] = [
  readTask,
  readTask,
  readColumn('TODO'),
  readTask,
  readTask,
  readTask,
  readColumn('DONE'),
  readTask,
  readTask,
  // The task stays in its column.
  (api, caller) => json('PUT', `${api}/tasks/${anyId(caller)}`, taskAt(anyId(caller) - 1, MIXED_TASKS, 'board').values),
]

/** Lets each connection send the steps in turn. */
function inTurn(steps: readonly Step[], boardOf: (facts: Facts, connection: number) => string, isShifted = false) {
  return (facts: Facts): Sequence =>
    (index) => {
      const connection = index % CONNECTIONS
      const turn = Math.floor(index / CONNECTIONS)
      // If all connections sent the same step at the same time, the load would not be mixed.
      const step = (turn + (isShifted ? connection : 0)) % steps.length
      const caller = { connection, iteration: Math.floor(turn / steps.length) }
      const request = (steps[step] as Step)(`${boardOf(facts, connection)}/api/v1`, caller)
      return { ...request, headers: { ...request.headers, [STEP_HEADER]: String(step) } }
    }
}

/** Workloads of several kinds of requests. They run on private boards of their own. */
export const MIXES: readonly Workload[] = [
  {
    name: 'mixed',
    title: 'mixed: 90% reads, 10% writes on a board of 1,000 tasks',
    kind: 'board',
    connections: CONNECTIONS,
    status: MIXED.map(() => 200),
    boards: { count: 1, tasks: MIXED_TASKS },
    requests: { service: inTurn(MIXED, ({ boards }) => boards[0] ?? '', true) },
    contestants: ['sqlite-10000', 'floor', 'durable-floor', 'postgres-10000'],
    isQuick: true,
  },
  {
    name: 'session',
    title: 'session: ten requests in turn, each client on its own board',
    kind: 'board',
    connections: CONNECTIONS,
    status: SESSION.map(([status]) => status),
    boards: { count: CONNECTIONS, tasks: SESSION_TASKS },
    maxRequests: SESSION_REQUESTS_MAX,
    requests: {
      service: inTurn(
        SESSION.map(([, step]) => step),
        ({ boards }, connection) => boards[connection] ?? '',
      ),
    },
    contestants: ['sqlite-10000', 'floor', 'durable-floor', 'postgres-10000'],
    isQuick: true,
    isOrdered: true,
  },
]
