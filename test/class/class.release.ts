import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type Installation, installPackage, type Started } from '../package/installed.js'
import { findPostgres, startPostgres } from '../postgres/server.js'
import { type ExpectedScore, expectedScore, type JournalEntry } from './expected-score.js'
import { type Learner, learn, SKILLS } from './learner.js'

/** The duration of each simulated class in minutes. */
const MINUTES = Number(process.env.CLASS_MINUTES ?? 10)
const LEARNERS = 30
/** The most requests that one learner sends, so that the journal has all of them. */
const JOURNAL_MAX = 1000
const FAULTS = { profile: 'stormy', rates: { 'slow-response': 0.1 } }

const user = await installPackage(t)

/** Starts the packed service on a port, or on a free one, and returns its base URL. */
async function startServer(database: string, port = 0): Promise<Started & { url: string }> {
  const started = await user.start(
    `npx task-board-service --port ${port} --database-url ${database}`,
    /(http:\S+)\/docs"/,
  )
  return { ...started, url: started.found }
}

interface SimulatedClass {
  id: string
  learners: Learner[]
  /** Sends a request with the trainer secret, and returns the JSON of the response. */
  get<Body>(path: string): Promise<Body>
  /** Uses the boards until the exercise ends. `disturb` runs in the middle. */
  run(disturb: () => Promise<void>): Promise<void>
}

async function createClass(user: Installation, server: string): Promise<SimulatedClass> {
  user.write('settings.json', JSON.stringify({ faults: FAULTS, exercise: { title: 'Find them', feedback: 'after' } }))
  const { stdout } = await user.run(
    `npx task-board-service class create --server ${server} --name Simulation --count ${LEARNERS} --fixture demo --settings settings.json --json`,
  )
  const { id, boards, joinCode, trainerSecret } = JSON.parse(stdout)
  const learners: Learner[] = []
  for (let index = 0; index < boards.length; index++) {
    const response = await fetch(`${server}/classes/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: joinCode, name: `Learner ${index}` }),
    })
    const { baseUrl } = (await response.json()) as { baseUrl: string }
    const board = baseUrl.split('/b/')[1] ?? ''
    const skill = SKILLS[index % SKILLS.length] ?? 'perfect'
    learners.push({ board, skill, sent: new Map(), answered: new Set(), claims: [] })
  }
  return {
    id,
    learners,
    async get<Body>(path: string) {
      const response = await fetch(server + path, { headers: { authorization: `Bearer ${trainerSecret}` } })
      return response.json() as Promise<Body>
    },
    async run(disturb) {
      const duration = MINUTES * 60_000
      const until = Date.now() + duration
      await Promise.all([
        ...learners.map((learner) => learn(learner, server, until, Math.random)),
        sleep(duration / 2).then(disturb),
      ])
    },
  }
}

interface Page {
  content: JournalEntry[]
  totalPages: number
}

interface Plan {
  requests: { faults: string[] }[]
}

/** An expected score, and the number of responses that count for nobody. */
type Expectation = ExpectedScore & { lost: number }

/** Asserts that the score of each learner is the expected one, also on the dashboard, and returns the expectations. */
async function assertScores(t: Test, { id, learners, get }: SimulatedClass): Promise<Expectation[]> {
  const expectations: Expectation[] = []
  const dashboard = await get<{ boards: { id: string; total: object }[] }>(`/classes/${id}`)
  for (const learner of learners) {
    const { board, sent, answered, skill } = learner
    t.ok(sent.size < JOURNAL_MAX)
    const journal: JournalEntry[] = []
    for (let page = 0, last = false; !last; page++) {
      const { content, totalPages } = await get<Page>(`/boards/${board}/requests?size=100&page=${page}`)
      journal.push(...content)
      last = page + 1 >= totalPages
    }
    const plan: Plan['requests'] = []
    for (let from = 0; from < JOURNAL_MAX; from += 100) {
      const { requests } = await get<Plan>(`/boards/${board}/faults/plan?from=${from}&count=100`)
      plan.push(...requests)
    }
    const expected = expectedScore(
      learner,
      journal,
      plan.map(({ faults }) => faults),
    )
    t.match(await get(`/boards/${board}/score`), expected, `the score of a learner: ${skill}`)
    const row = dashboard.boards.find((row) => row.id === board)
    t.match(row?.total, expected.total, 'the same on the dashboard')
    const known = new Set(journal.map(({ requestId }) => requestId))
    const lost = [...answered].filter((requestId) => !known.has(requestId)).length
    t.comment(
      `${skill}: ${sent.size} requests, ${lost} not counted, ${learner.claims.length} claims, ${JSON.stringify(expected.total)}`,
    )
    expectations.push({ ...expected, lost })
  }
  return expectations
}

t.test('the scores of a class are those of the fault plan, over a restart', async (t) => {
  const database = `sqlite:${user.folder}/class.db`
  let server = await startServer(database)
  const { url } = server
  const simulated = await createClass(user, url)
  await simulated.run(async () => {
    await server.interrupt()
    server = await startServer(database, Number(new URL(url).port))
  })
  const expectations = await assertScores(t, simulated)
  for (const [index, { skill, answered, sent, claims }] of simulated.learners.entries()) {
    const { total, faults, lost } = expectations[index] as Expectation
    t.equal(lost, 0, 'every response counts')
    t.ok(answered.size > sent.size / 2)
    if (skill === 'never claims') t.equal(claims.length, 0)
    if (skill === 'perfect') t.strictSame([total.found, total.wrong], [total.happened, 0])
    const found = faults.find(({ fault }) => fault === 'date-mix')?.found
    if (skill === 'overlooks date-mix') t.equal(found, 0)
  }
  await server.interrupt()
})

const postgres = findPostgres()
if (postgres === undefined) throw new Error('Install PostgreSQL')

t.test('the scores of a class match the requests in PostgreSQL, after the service was killed', async (t) => {
  const { url: database, remove } = await startPostgres(postgres, true)
  t.teardown(remove)
  let server = await startServer(database)
  const { url } = server
  const simulated = await createClass(user, url)
  await simulated.run(async () => {
    await server.kill()
    server = await startServer(database, Number(new URL(url).port))
  })
  await assertScores(t, simulated)
  await server.interrupt()
})
