import { DESCRIPTION_MAX, LABEL_MAX, LABELS_MAX, SEARCH_MAX, TITLE_MAX } from '../../src/contract/limits.js'
import { service } from '../contestants/contestants.js'
import { type Request, type Running, start } from '../contestants/process.js'
import { measureLatency } from '../measure/latency.js'
import { runLoop } from '../measure/loop.js'
import { createBoard, fillBoard, type PrivateBoard } from '../workloads/private-boards.js'
import { buildSnapshot, loadRequest, loadSnapshot } from '../workloads/snapshots.js'
import { get, json, type Sequence } from '../workloads/workload.js'
import type { Observation, Store } from './observation.js'
import { CONTROL, type ScenarioContext, TARGET_CONNECTIONS, TARGET_RATE } from './scenario.js'
import { NEIGHBOURS, type Neighbour } from './situations.js'

/** The size of the noisy boards: the default quota. */
const TASKS = 10_000
const QUIET_TASKS = 20
/** The number of clients of the noisy boards. */
const CLIENTS = 5
const WARM_UP_SECONDS = 1

/** A task with the longest texts, apart from the checklist. */
const longTask = (character: string, labels: number) => ({
  title: character.repeat(TITLE_MAX),
  description: character.repeat(DESCRIPTION_MAX),
  labels: Array.from({ length: labels }, (_, label) => label + character.repeat(LABEL_MAX - 1)),
})

/** A search compares most bytes if the texts repeat one character of four bytes, and the term ends with another one. */
const REPEATED = '\u{1f600}'
/** With more labels, the snapshot that fills the board would exceed its maximum size. */
const REPEATED_LABELS = 8

const searchTerm = (end: string) => encodeURIComponent(REPEATED.repeat(SEARCH_MAX - end.length) + end)

interface Noise {
  clients: number
  requestOf(client: number, index: number): Request
}

/** Measures latencies on a quiet board while another board is busy with expensive requests. */
export async function measureNeighbours(context: ScenarioContext): Promise<void> {
  const { databases, isQuick, signal } = context
  await measureOn('SQLite', databases.sqliteEmpty(), context)
  if (isQuick || !databases.hasPostgres) return
  signal.throwIfAborted()
  await measureOn('PostgreSQL', await databases.postgresEmpty(), context)
}

async function measureOn(store: Store, url: string, context: ScenarioContext): Promise<void> {
  const { round, seconds, signal } = context
  const running: Running[] = []
  try {
    running.push(await start({ ...service(url), path: '/livez' }), await start(CONTROL))
    const [server, control] = running as [Running, Running]
    const quiet = await createBoard(server)
    await fillBoard(server, quiet, QUIET_TASKS)
    const noises = await createNoises(server)
    await measure(server, control, quiet, undefined, WARM_UP_SECONDS)
    const names = Object.keys(NEIGHBOURS) as Neighbour[]
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      signal.throwIfAborted()
      const noise = name === 'idle' ? undefined : noises[name]
      const measured = await measure(server, control, quiet, noise, seconds)
      context.observe({ round, scenario: 'neighbours', store, situation: NEIGHBOURS[name], ...measured })
    }
  } finally {
    for (const { stop } of running) await stop()
  }
}

async function measure(
  server: Running,
  control: Running,
  quiet: PrivateBoard,
  noise: Noise | undefined,
  seconds: number,
): Promise<Pick<Observation, 'latencies' | 'loadRate'>> {
  const observe = (origin: string, sequence: Sequence) =>
    measureLatency({ origin, sequence, from: 0, connections: TARGET_CONNECTIONS }, TARGET_RATE, seconds)
  // The noise does not wait for late responses, so that a slow service does not take minutes.
  const ending = AbortSignal.timeout(seconds * 1000)
  const [task, health, other, loadRate] = await Promise.all([
    observe(server.origin, (index) => get(`${quiet.path}/api/v1/tasks/${1 + (index % QUIET_TASKS)}`)),
    observe(server.origin, () => get('/health')),
    observe(control.origin, () => get('/')),
    noise && runLoop(server.origin, noise.clients, noise.requestOf, ending),
  ])
  const latencies = { ...(task && { task }), ...(health && { health }), ...(other && { control: other }) }
  return { latencies, ...(loadRate !== undefined && { loadRate }) }
}

/** Creates the noisy boards. */
async function createNoises(server: Running): Promise<Record<Exclude<Neighbour, 'idle'>, Noise>> {
  const [column, texts, loaded] = [await createBoard(server), await createBoard(server), await createBoard(server)]
  await loadSnapshot(server, column, buildSnapshot(TASKS, { title: 'A task that moves' }))
  await loadSnapshot(server, texts, buildSnapshot(TASKS, longTask(REPEATED, REPEATED_LABELS)))
  const snapshot = buildSnapshot(TASKS, longTask('a', LABELS_MAX))
  return {
    moves: {
      clients: CLIENTS,
      // Each client moves its own task from one end of the column to the other.
      requestOf: (client, index) =>
        json('POST', `${column.path}/api/v1/tasks/${1 + client}/reorder`, {
          targetStatus: 'TODO',
          targetIndex: index % 2 === 0 ? TASKS : 0,
        }),
    },
    searches: {
      clients: CLIENTS,
      // No two searches are the same, so no list is used twice.
      requestOf: (client, index) => get(`${texts.path}/api/v1/tasks?search=${searchTerm(`-${client}-${index}`)}`),
    },
    snapshots: { clients: 1, requestOf: () => loadRequest(loaded, snapshot) },
  }
}
