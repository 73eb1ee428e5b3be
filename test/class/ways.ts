import { FAULTS } from '../../src/chaos/faults/index.js'
import type { Json } from '../helper.js'
import type { Sent } from './expected-solutions.js'

/** What a learner sends with a request. */
export interface SendOptions {
  json?: Json
  /** The faults to choose with `Prefer`. */
  chosen?: string[]
  token?: string
  /** How long the learner waits for the response, in milliseconds. */
  patience?: number
}

/** A request whose response the learner has read. */
export interface Answered extends Sent {
  status: number
  received: Json
  /** The faults that the learner sees. */
  seen: string[]
}

/** The hands of a learner: what the ways to solve challenges need. */
export interface Hands {
  /** Sends a request like `POST v1/tasks`. */
  send(request: string, options?: SendOptions): Promise<Answered>
  /** Claims a fault. Returns the verdict, or `undefined` if the response is unknown. */
  claim(answered: Answered, fault: string): Promise<'right' | 'wrong' | undefined>
  /** Waits until the journal of the board has a request. */
  waitForJournal(requestId: string): Promise<void>
  /** Returns the id of a demo task that the learner has not deleted yet. */
  nextToDelete(): number
}

/** A server has not answered. The learner tries the challenge again. */
export class Unanswered extends Error {}

const TASK = { title: 'Pack', status: 'TODO' }
const USER = { username: 'user', password: 'user123' }
/** How long an impatient learner waits, in milliseconds. A slow response takes at least two seconds. */
const PATIENCE = 400
const NAMES = FAULTS.filter(({ rate }) => rate > 0).map(({ name }) => name)

/** The request on which a learner can see a fault. */
const VISIBLE: Record<string, [request: string, options?: SendOptions]> = {
  'wrong-status': ['POST buggy/tasks', { json: TASK }],
  pagination: ['GET buggy/tasks?size=5'],
  'search-case': ['GET buggy/tasks?search=CHECKOUT'],
}
const requestFor = (fault: string): [string, SendOptions?] => VISIBLE[fault] ?? ['GET buggy/tasks/1']

/**
 * The way to solve each challenge of the paths `first-hour` and `faults`, like its shortest solution in the catalogue, but
 * on a board that others of these ways have already changed. Each resolves when the challenge is solved.
 */
export const WAYS: Readonly<Record<string, (hands: Hands) => Promise<unknown>>> = {
  'first-list': ({ send }) => send('GET v1/tasks'),
  'read-task': ({ send }) => send('GET v1/tasks/1'),
  'first-task': ({ send }) => send('POST v1/tasks', { json: TASK }),
  'location-followed': async ({ send }) => {
    const { received } = await send('POST v1/tasks', { json: TASK })
    await send(`GET v1/tasks/${received.id}`)
  },
  'replace-task': ({ send }) => send('PUT v1/tasks/1', { json: { title: 'Checkout, again', status: 'DONE' } }),
  'first-comment': ({ send }) => send('POST v1/tasks/1/comments', { json: { text: 'Done soon.' } }),
  'filter-status': ({ send }) => send('GET v1/tasks?status=DONE'),
  'search-ignores-case': ({ send }) => send('GET v1/tasks?search=CHECKOUT'),
  'unknown-task': ({ send }) => send('GET v1/tasks/9999'),
  'title-missing': ({ send }) => send('POST v1/tasks', { json: { status: 'TODO' } }),
  'move-across': async ({ send }) => {
    const { received } = await send('POST v1/tasks', { json: TASK })
    for (const targetStatus of ['IN_PROGRESS', 'DONE']) {
      await send(`POST v1/tasks/${received.id}/reorder`, { json: { targetStatus, targetIndex: 0 } })
    }
  },
  'delete-task': async ({ send, nextToDelete }) => {
    // A task can be deleted although the response was lost.
    while ((await send(`DELETE v1/tasks/${nextToDelete()}`)).status !== 204);
  },
  login: ({ send }) => send('POST v2/auth/login', { json: USER }),
  'first-token': async ({ send }) => {
    const { received } = await send('POST v2/auth/login', { json: USER })
    await send('GET v2/tasks', { token: received.token })
  },
  'no-fault': ({ send }) => send('GET buggy/tasks/1', { chosen: ['none'] }),
  ...Object.fromEntries(
    NAMES.map((fault) => {
      const [request, options] = requestFor(fault)
      return [`reproduce-${fault}`, ({ send }: Hands) => send(request, { ...options, chosen: [fault] })]
    }),
  ),
  'two-faults': ({ send }) => send('GET buggy/tasks/1', { chosen: ['date-mix', 'missing-fields'] }),
  ...Object.fromEntries(NAMES.map((fault) => [`find-${fault}`, (hands: Hands) => find(hands, fault)])),
  'report-correct-response': (hands) => find(hands, 'none'),
  'retry-read': ({ send }) => retry(() => send('GET buggy/tasks/2')),
  'retry-create': ({ send }) => retry(() => send('POST buggy/tasks', { json: TASK })),
  'time-out': (hands) => timeOut(hands, 'GET buggy/tasks?page=0'),
  'time-out-and-retry': async (hands) => {
    await timeOut(hands, 'GET buggy/tasks/3')
    while ((await hands.send('GET buggy/tasks/3')).status !== 200);
  },
}

/** Similar requests that solve nothing. */
const NEAR_MISSES: readonly ((hands: Hands) => Promise<unknown>)[] = [
  ({ send }) => send('GET v1/tasks/summary'),
  ({ send }) => send('GET v1/task/999'),
  ({ send }) => send('POST v1/tasks', { json: { title: 'Pack' } }),
  ({ send }) => send('PUT v1/tasks/1', { json: { status: 'DONE' } }),
  ({ send }) => send('POST v1/tasks/1/comments', { json: { comment: 'Done soon.' } }),
  ({ send }) => send('POST v2/auth/login', { json: { username: 'user', password: 'user' } }),
  ({ send }) => send('DELETE v1/tasks/9999'),
  ({ send }) => send('GET v2/tasks'),
]

/** Tries a challenge, now and then after a request that solves nothing. */
export async function solve(hands: Hands, challenge: string, random: (end: number) => number): Promise<void> {
  if (random(3) === 0) await NEAR_MISSES[random(NEAR_MISSES.length)]?.(hands)
  await WAYS[challenge]?.(hands)
}

/** Sends requests until one has a visible fault, or none, and claims it. */
async function find({ send, claim }: Hands, fault: string): Promise<void> {
  const [request, options] = requestFor(fault)
  for (;;) {
    const answered = await send(request, options)
    const isSeen = fault === 'none' ? answered.seen.length === 0 : answered.seen.includes(fault)
    if (isSeen && (await claim(answered, fault)) === 'right') return
  }
}

/** Sends a request until it fails, and then until it succeeds. */
async function retry(send: () => Promise<Answered>): Promise<void> {
  while ((await send()).status !== 500);
  while ((await send()).status === 500);
}

/** Does not wait for a slow response. */
async function timeOut({ send, waitForJournal }: Hands, request: string): Promise<void> {
  const { requestId } = await send(request, { chosen: ['slow-response'], patience: PATIENCE })
  await waitForJournal(requestId)
}
