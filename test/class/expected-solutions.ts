import { FAULTS } from '../../src/chaos/faults/index.js'
import type { Json } from '../helper.js'

/** A request of a learner to a variant, or a right claim about one. */
export interface Sent {
  requestId: string
  /** The number of the attempt at a challenge to which it belongs. */
  attempt: number
  /** The base URL of the server. */
  server: string
  method: string
  /** The path below `/api/`, with the query: `buggy/tasks?size=5`. */
  path: string
  json?: Json | undefined
  /** The faults that the request chose. */
  chosen?: string[] | undefined
  /** The fault of a right claim about the request. */
  claimed?: string
  /** The status of the response, 499 if the learner did not wait for it, or `undefined` without a response. */
  status?: number
  /** The JSON of the response. */
  received?: Json
  /** When the response was there. */
  at?: number
}

const MOVE = 'POST /tasks/:id/reorder'

/** What earlier requests have begun. */
interface Begun {
  created: Set<string>
  /** The paths of the created tasks, with their variants. */
  located: Set<string>
  inProgress: Set<string>
  failed: Set<string>
  timedOut: Set<string>
}

/**
 * Returns the requests that solve each challenge of the paths `first-hour` and `faults`, the first one first. The rules are
 * those of docs/challenges.md, and not the code of the catalogue.
 *
 * @param sent in the order in which the learner sent them
 */
export function expectedSolutions(sent: readonly Sent[]): Map<string, Sent[]> {
  const solutions = new Map<string, Sent[]>()
  const begun: Begun = {
    created: new Set(),
    located: new Set(),
    inProgress: new Set(),
    failed: new Set(),
    timedOut: new Set(),
  }
  for (const request of sent) {
    for (const [challenge, isSolved] of Object.entries(rulesFor(request, begun))) {
      if (isSolved) solutions.set(challenge, [...(solutions.get(challenge) ?? []), request])
    }
    begin(request, begun)
  }
  return solutions
}

/** Returns the parts of a request about which the rules are. */
function partsOf({ method, path, chosen }: Sent) {
  const [variant, ...rest] = path.split('/')
  const { pathname, searchParams } = new URL(`/${rest.join('/')}`, 'http://board')
  const isBuggy = variant === 'buggy'
  return {
    variant,
    isBuggy,
    isByPlan: isBuggy && chosen === undefined,
    route: `${method} ${pathname.replace(/\d+/, ':id')}`,
    id: pathname.split('/')[2] ?? '',
    query: searchParams,
    target: `${method} ${path}`,
  }
}

/** Returns which challenges a request solves. */
function rulesFor(request: Sent, { located, inProgress, failed, timedOut }: Begun): Record<string, boolean> {
  const { path, json, chosen = [], status = 0, received, claimed } = request
  if (claimed !== undefined) {
    return claimed === 'none' ? { 'report-correct-response': true } : { [`find-${claimed}`]: true }
  }
  const { variant, isBuggy, isByPlan, route, id, query, target } = partsOf(request)
  const does = (operation: string, ...statuses: number[]) => route === operation && statuses.includes(status)
  const hasWorked = [200, 201, 204].includes(status)
  const isReceived = ![0, 444, 499].includes(status)
  const finds = received?.content?.length > 0
  const reproduced = isBuggy ? FAULTS.filter(({ name }) => chosen.includes(name)).map(({ name }) => name) : []
  const isWhole = !query.has('size') || received?.content?.length === received?.totalElements
  const isUnfiltered = ['status', 'priority', 'search'].every((name) => !query.has(name))
  return {
    'first-list': does('GET /tasks', 200) && isWhole && isUnfiltered && Number(query.get('page') ?? 0) === 0,
    'read-task': does('GET /tasks/:id', 200),
    'first-task': does('POST /tasks', 200, 201),
    'location-followed': does('GET /tasks/:id', 200) && located.has(path),
    'replace-task': does('PUT /tasks/:id', 200),
    'first-comment': does('POST /tasks/:id/comments', 201),
    'filter-status': does('GET /tasks', 200) && query.get('status') === 'DONE' && finds,
    'search-ignores-case': does('GET /tasks', 200) && query.get('search') === 'CHECKOUT' && finds,
    'unknown-task': does('GET /tasks/:id', 404),
    'title-missing': does('POST /tasks', 400) && json?.title === undefined && 'title' in (received?.errors ?? {}),
    'move-across': does(MOVE, 200) && json?.targetStatus === 'DONE' && inProgress.has(id),
    'delete-task': does('DELETE /tasks/:id', 204),
    login: does('POST /auth/login', 200),
    'first-token': does('GET /tasks', 200) && variant === 'v2',
    'no-fault': isBuggy && chosen.join() === 'none' && isReceived,
    ...Object.fromEntries(reproduced.map((fault) => [`reproduce-${fault}`, isReceived])),
    'two-faults': reproduced.length > 1 && isReceived,
    'retry-read': isByPlan && hasWorked && failed.has(target),
    'retry-create': isByPlan && does('POST /tasks', 200, 201) && failed.has(target),
    'time-out': isBuggy && status === 499,
    'time-out-and-retry': isBuggy && hasWorked && timedOut.has(target),
  }
}

/** Adds what a request begins. */
function begin(request: Sent, { created, located, inProgress, failed, timedOut }: Begun): void {
  const { path, json, status = 0, received, claimed } = request
  if (claimed !== undefined) return
  const { isBuggy, isByPlan, route, id, target } = partsOf(request)
  if (route === 'POST /tasks' && [200, 201].includes(status)) {
    created.add(String(received?.id))
    located.add(`${path}/${received?.id}`)
  }
  if (route === MOVE && status === 200 && json?.targetStatus === 'IN_PROGRESS' && created.has(id)) inProgress.add(id)
  if (isByPlan && status === 500) failed.add(target)
  if (isBuggy && status === 499) timedOut.add(target)
}
