import t from 'tap'
import { lastingDatabase } from '../../kit/database.js'
import type { Json, Reply } from '../../kit/helper.js'
import { repeat } from '../../kit/length.js'
import { longTest } from '../../kit/long-test.js'
import { type ServerProcess, startProcess } from '../../kit/process.js'
import { findFreePort } from '../../postgres/server.js'

/** The number of learners. Before a release, it is that of a large lecture. */
const LEARNERS = repeat(20, 600)

/** The number of requests that are sent at the same time. */
const AT_ONCE = 20

/** Runs some work for each number below `LEARNERS`, and returns the results in their order. */
async function forEachLearner<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < LEARNERS; first += AT_ONCE) {
    const indexes = Array.from({ length: Math.min(AT_ONCE, LEARNERS - first) }, (_, index) => first + index)
    results.push(...(await Promise.all(indexes.map(work))))
  }
  return results
}

const textOf = ({ bytes }: Reply) => String(bytes)

t.test('process: challenges, drills, certificates and codes of a class survive a kill (decision 154)', async (t) => {
  const env = {
    PORT: String(await findFreePort()),
    DATABASE_URL: await lastingDatabase(t),
    ADDRESS_RATE: '100000',
    BOARDS_PER_HOUR: '1000',
  }
  const before = await startProcess(t, { env })
  const startsAt = new Date(Date.now() - 60_000).toISOString()
  const exercise = { startsAt, challenges: ['first-list'], drill: { profile: 'throttled', seed: 1 } }
  const names = Array.from({ length: LEARNERS }, (_, index) => `Learner ${index}`)
  const { json: created } = await before.send('POST /classes', { json: { name: 'Lecture', names, exercise } })
  const { id, boards, trainerSecret: token } = created
  const codes = await forEachLearner(
    async (index) => (await before.send(`POST /classes/${id}/boards/${boards[index].id}/code`, { token })).json,
  )
  const board = (index: number) => `/b/${boards[index].id}`
  await forEachLearner(async (index) => {
    await before.send(`GET ${board(index)}/api/v1/tasks`)
    await before.send(`GET ${board(index)}/api/buggy/tasks/999999`, { unchecked: true })
    await before.send(`POST ${board(index)}/drill/finish`, { json: { success: true } })
  })
  const ended = { ...exercise, endsAt: new Date().toISOString() }
  await before.send(`PUT /classes/${id}/exercise`, { json: ended, token })

  const read = async ({ send }: ServerProcess) => ({
    challenges: (await forEachLearner((index) => send(`GET ${board(index)}/challenges`))).map(textOf),
    drills: (await forEachLearner((index) => send(`GET ${board(index)}/drill`))).map(textOf),
    certificates: (await forEachLearner((index) => send(`GET ${board(index)}/certificate`))).map(textOf),
    verified: textOf(await send(`GET /classes/${id}/certificates`, { token })),
    scores: textOf(await send(`GET /classes/${id}/scores.csv`, { token })),
    projection: textOf(await send(`GET /classes/${id}/projection`, { token })),
    debrief: textOf(await send(`GET /classes/${id}/debrief`, { token })),
  })
  const results = await read(before)
  t.match(JSON.parse(results.challenges.at(-1) as string), { solved: 1 })
  t.match(JSON.parse(results.drills.at(-1) as string), { state: 'finished', best: Number, interrupted: false })
  t.equal(JSON.parse(results.verified).certificates.length, LEARNERS)
  await before.stop('SIGKILL')

  const after = await startProcess(t, { env })
  t.strictSame(await read(after), results)
  const joined = await forEachLearner((index) =>
    after.send('POST /classes/join', {
      json: { code: created.joinCode, name: names[index], personalCode: codes[index].personalCode },
    }),
  )
  const allJoined = joined.every(({ status }) => status === 200)
  t.ok(allJoined, 'the personal codes are valid')
})

longTest('process: a drill whose process is killed says so, and begins again (decision 154)', async (t) => {
  const env = { DATABASE_URL: await lastingDatabase(t) }
  const before = await startProcess(t, { env })
  const { json: created } = await before.send('POST /boards')
  const json = { drill: { profile: 'throttled', seed: 1 } }
  await before.send(`PUT /boards/${created.id}/exercise`, { json, token: created.ownerToken })
  const base = `/b/${created.id}`
  const client = ({ send }: ServerProcess) => send(`GET ${base}/api/buggy/tasks/999999`, { unchecked: true })
  const read = async ({ send }: ServerProcess): Promise<Json> => (await send(`GET ${base}/drill`)).json
  await client(before)
  await before.send(`POST ${base}/drill/finish`, { json: { success: true } })
  await before.send(`POST ${base}/drill/start`)
  await client(before)
  const running = await read(before)
  t.match(running, { state: 'running', requests: 1, best: Number, interrupted: false })
  await before.stop('SIGKILL')

  const after = await startProcess(t, { env })
  for (let times = 0; times < 2; times++) {
    t.match(await read(after), { state: 'ready', requests: 0, best: running.best, interrupted: true })
  }
  await client(after)
  t.match(await read(after), { state: 'running', requests: 1, best: running.best, interrupted: false })
})
