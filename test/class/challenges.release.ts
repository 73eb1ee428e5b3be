import papaparse from 'papaparse'
import t, { type Test } from 'tap'
import { PATHS } from '../../src/challenges/paths.js'
import { lastingDatabase } from '../database.js'
import type { Json } from '../helper.js'
import { findFreePort } from '../postgres/server.js'
import { startProcess } from '../process.js'
import { createRandom } from '../store/contract/shared.js'
import { expectedSolutions, type Sent } from './expected-solutions.js'
import { type Learner, poll, type Servers, work } from './solver.js'
import { WAYS } from './ways.js'

const SEED = Number(process.env.CLASS_SEED ?? 20_261_126)
const LEARNERS = 30
const NAMES = ['first-hour', 'faults']
const CHALLENGES = new Set(PATHS.filter(({ name }) => NAMES.includes(name)).flatMap(({ challenges }) => challenges))
/** The time in which a process writes its requests, in milliseconds: an interval, and the time of a write under load. */
const WRITTEN_MAX = 1000
const RATES = {
  'server-error': 0.15,
  'slow-response': 0.04,
  'missing-fields': 0.15,
  'wrong-status': 0.2,
  pagination: 0.15,
  'date-mix': 0.15,
  'search-case': 0.2,
}

interface SimulatedClass {
  id: string
  learners: Learner[]
  /** Sends a request with the trainer secret. */
  get(path: string): Promise<Response>
  /** Returns the statuses of the requests in the journal of a board, by request id. */
  readJournal(board: string): Promise<Map<string, number>>
}

/** Creates a class whose learners have chosen their challenges at random. */
async function createClass({ running }: Servers): Promise<SimulatedClass> {
  async function post(path: string, body: object): Promise<Json> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(running[0] + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(await response.text())
    return response.json()
  }

  const exercise = { title: 'Challenges', challenges: NAMES }
  const faults = { profile: 'none', rates: RATES }
  const created = await post('/classes', { name: 'Simulation', count: LEARNERS, fixture: 'demo', faults, exercise })
  const random = createRandom(SEED)
  const learners: Learner[] = []
  for (let index = 0; index < LEARNERS; index++) {
    const { baseUrl } = await post('/classes/join', { code: created.joinCode, name: `Learner ${index}` })
    const shuffled = [...CHALLENGES].map((name) => ({ name, place: random(2 ** 32) })).sort((a, b) => a.place - b.place)
    const chosen = shuffled.map(({ name }) => name).slice(0, 1 + random(CHALLENGES.size))
    learners.push({ board: baseUrl.split('/b/')[1], chosen, sent: [], lost: new Set() })
  }
  const get = (path: string) =>
    fetch(running[0] + path, { headers: { authorization: `Bearer ${created.trainerSecret}` } })

  async function readJournal(board: string): Promise<Map<string, number>> {
    const statuses = new Map<string, number>()
    for (let page = 0, pages = 1; page < pages; page++) {
      const response = await get(`/boards/${board}/requests?size=100&page=${page}`)
      const { content, totalPages } = (await response.json()) as Json
      for (const { requestId, status } of content) statuses.set(requestId, status)
      pages = totalPages
    }
    return statuses
  }

  return { id: created.id, learners, get, readJournal }
}

/**
 * Creates a class, and lets its learners work at the same time.
 *
 * @param base the base URLs of the servers
 * @param kill kills the last server after half of the challenges. Resolves when the learners can go on
 */
async function runClass(base: string[], kill: (servers: Servers) => Promise<void>) {
  let begin = () => {}
  const whenKilled = new Promise<void>((resolve) => {
    begin = resolve
  })
  const servers: Servers = { running: base, whenKilled, whenBack: Promise.resolve() }
  const simulated = await createClass(servers)
  const { learners, readJournal } = simulated
  let remaining = Math.floor(learners.reduce((sum, { chosen }) => sum + chosen.length, 0) / 2)
  const onSolved = () => {
    if (--remaining !== 0) return
    servers.killed = { server: base.at(-1) as string, at: Date.now() }
    servers.whenBack = kill(servers)
    begin()
  }
  await Promise.all(
    learners.map((learner, index) =>
      work(learner, { servers, readJournal, random: createRandom(SEED + 1 + index), onSolved }),
    ),
  )
  return { simulated, servers }
}

/** Asserts that all views show what the learners have solved. */
async function assertSolved(
  t: Test,
  { id, learners, get, readJournal }: SimulatedClass,
  servers: Servers,
): Promise<void> {
  const { killed } = servers
  for (const { board, sent, lost } of learners) {
    const missing = await poll(async () => {
      const known = await readJournal(board)
      const requests = sent.filter(({ claimed }) => claimed === undefined)
      const missing = requests.filter(({ requestId }) => !known.has(requestId))
      return missing.length <= lost.size ? missing : undefined
    })
    t.strictSame(missing, [...lost], 'the journal has all requests that were not lost')
  }
  const lost = learners.flatMap(({ lost }) => [...lost])
  const ages = lost.map(({ at }) => (killed?.at ?? 0) - (at ?? Number.POSITIVE_INFINITY))
  const oldest = Math.max(0, ...ages)
  t.ok(oldest <= WRITTEN_MAX, `the oldest request that was lost had a response ${oldest} ms before the kill`)

  const expected = learners.map(({ sent, lost }) => expectedSolutions(sent.filter((request) => !lost.has(request))))
  for (const [index, { board, chosen }] of learners.entries()) {
    const solutions = expected[index] as Map<string, Sent[]>
    const names = [...solutions.keys()].sort()
    t.strictSame(
      chosen.filter((name) => !solutions.has(name)),
      [],
      'the learner has solved all chosen challenges',
    )
    for (const server of servers.running) {
      const list = (await (await fetch(`${server}/b/${board}/challenges`)).json()) as Json
      t.match(list, { total: CHALLENGES.size, solved: names.length })
      const solved: Json[] = list.challenges.filter(({ solved }: Json) => solved)
      t.strictSame(solved.map(({ name }) => name).sort(), names, 'the list has the solved challenges, and no others')
      t.strictSame(
        solved.map(({ name, requestId }) => [name, requestId]),
        solved.map(({ name }) => [name, solutions.get(name)?.[0]?.requestId]),
        'each was solved by the first request that solves it',
      )
    }
  }
  const counts = Object.fromEntries(
    learners.map(({ board }, index) => [board, { total: CHALLENGES.size, solved: expected[index]?.size }]),
  )
  const { boards } = (await (await get(`/classes/${id}`)).json()) as Json
  t.strictSame(Object.fromEntries(boards.map(({ id, challenges }: Json) => [id, challenges])), counts, 'the class')
  const { data } = papaparse.parse<Json>((await (await get(`/classes/${id}/scores.csv`)).text()).trim(), {
    header: true,
  })
  t.strictSame(
    Object.fromEntries(
      data.map((row) => [
        row.board.split('/b/')[1],
        { total: Number(row.challenges), solved: Number(row['challenges solved']) },
      ]),
    ),
    counts,
    'the CSV file',
  )
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const requests = sum(learners.map(({ sent }) => sent.length))
  t.comment(
    `${requests} requests, ${sum(expected.map(({ size }) => size))} solved challenges, ${lost.length} lost requests`,
  )
  t.comment(`lost: up to ${oldest} ms before the kill`)
}

t.test('there is a way to solve each challenge of the paths', async (t) => {
  t.strictSame(Object.keys(WAYS).sort(), [...CHALLENGES].sort())
})

t.test('a class has solved exactly what its learners did, over a kill and a restart of the service', async (t) => {
  const env = { PORT: String(await findFreePort()), DATABASE_URL: await lastingDatabase(t) }
  const service = await startProcess(t, { env })
  const { simulated, servers } = await runClass([service.base], async () => {
    await service.stop('SIGKILL')
    await startProcess(t, { env })
  })
  await assertSolved(t, simulated, servers)
})
