import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { type Installation, installPackage, type Started } from '../../package/installed.js'
import { findPostgres, startPostgres } from '../../postgres/server.js'
import { assertScores, type Expectation, type LearnedClass } from './assert-scores.js'
import { type Learner, learn, SKILLS } from './learner.js'

/** The duration of each simulated class in minutes. */
const MINUTES = Number(process.env.CLASS_MINUTES ?? 10)
const LEARNERS = 30
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

interface SimulatedClass extends LearnedClass {
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
        ...learners.map((learner) => learn(learner, server, () => Date.now() > until)),
        sleep(duration / 2).then(disturb),
      ])
    },
  }
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
