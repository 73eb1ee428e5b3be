import t, { type Test } from 'tap'
import type { Task } from '../src/contract/schemas/task.js'
import { lastingDatabase } from './database.js'
import type { Json } from './helper.js'
import { repeat } from './length.js'
import { longTest } from './long-test.js'
import { type ServerProcess, startProcess } from './process.js'
import { assertContiguous, createRandom } from './store/contract/shared.js'

const TASK = { title: 'A task', status: 'TODO' }
const HALF = 'server-error=0.5,slow-response=0,missing-fields=0,wrong-status=0,pagination=0,date-mix=0,search-case=0'

/** Starts several processes on one empty database. */
async function startReplicas(t: Test, count: number, settings = {}): Promise<ServerProcess[]> {
  const env = { ...settings, DATABASE_URL: await lastingDatabase(t) }
  return Promise.all(Array.from({ length: count }, () => startProcess(t, { env })))
}

async function login({ send }: ServerProcess): Promise<Json> {
  return (await send('POST /api/v2/auth/login', { json: { username: 'user', password: 'user123' } })).json
}

let started: Promise<ServerProcess[]> | undefined

/** Three replicas for the tests that do not need an empty board. The first of these tests starts them. */
async function shareReplicas(): Promise<[ServerProcess, ServerProcess, ServerProcess]> {
  started ??= startReplicas(t, 3)
  return (await started) as [ServerProcess, ServerProcess, ServerProcess]
}

t.test('replicas: a write through one is visible on the other', async (t) => {
  const [one, two] = await shareReplicas()
  const { json } = await one.send('POST /api/v1/tasks', { json: TASK })
  t.strictSame((await two.send(`GET /api/v1/tasks/${json.id}`)).json, json)
  await two.send(`DELETE /api/v1/tasks/${json.id}`)
  t.equal((await one.send(`GET /api/v1/tasks/${json.id}`)).status, 404)
})

t.test('replicas: tokens and sessions are valid on all of them', async (t) => {
  const [one, two] = await shareReplicas()
  const { token, refreshToken } = await login(one)
  t.equal((await two.send('GET /api/v2/auth/me', { token })).status, 200)

  const { json: next } = await two.send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  t.equal((await one.send('GET /api/v2/auth/me', { token: next.token })).status, 200)
  t.equal((await one.send('POST /api/v2/auth/logout', { token: next.token })).status, 200)
  t.equal((await two.send('GET /api/v2/auth/me', { token: next.token })).status, 403)
})

t.test(
  'replicas: a refresh token used on several of them succeeds once and ends the session (decision 32)',
  async (t) => {
    const replicas = await shareReplicas()
    const [first] = replicas
    for (let round = 0; round < repeat(3, 30); round++) {
      const { token, refreshToken } = await login(first)
      const refreshed = await Promise.all(
        replicas.map(({ send }) => send('POST /api/v2/auth/refresh', { json: { refreshToken } })),
      )
      t.strictSame(refreshed.map(({ status }) => status).sort(), [200, 403, 403])
      const tokens = [token, ...refreshed.flatMap(({ json }) => json.token ?? [])]
      for (const each of tokens) {
        for (const { send } of replicas) t.equal((await send('GET /api/v2/auth/me', { token: each })).status, 403)
      }
    }
  },
)

longTest(
  'replicas: the demonstration board is created once, and all share one plan of faults (decision 36)',
  async (t) => {
    const settings = { FAULT_RATES: HALF, DEMO_DATA: 'true' }
    const replicas = await startReplicas(t, 3, settings)
    for (const { send } of replicas) t.equal((await send('GET /api/v1/tasks')).json.totalElements, 20)
    const plans = await Promise.all(replicas.map(({ waitForLog }) => waitForLog(({ msg }) => msg === 'fault plan')))
    const [seed, ...others] = new Set(plans.map((plan) => plan.seed))
    t.strictSame(others, [], 'all use the same seed')

    const statusesOf = async (replicas: ServerProcess[]) => {
      const statuses: number[] = []
      for (let request = 0; request < 60; request++) {
        const { send } = replicas[request % replicas.length] as ServerProcess
        statuses.push((await send('GET /api/buggy/tasks')).status)
      }
      return statuses
    }
    const alone = await startReplicas(t, 1, { ...settings, FAULT_SEED: `${seed}` })
    t.strictSame(await statusesOf(replicas), await statusesOf(alone))

    const concurrent = await Promise.all(
      Array.from({ length: 60 }, (_, request) => (replicas[request % 3] as ServerProcess).send('GET /api/buggy/tasks')),
    )
    const failed = (statuses: number[]) => statuses.filter((status) => status === 500).length
    t.equal(
      failed(concurrent.map(({ status }) => status)),
      failed(await statusesOf(alone)),
      'every ordinal is used once',
    )
  },
)

t.test('replicas: concurrent writes leave every column contiguous (decision 18)', async (t) => {
  const replicas = await shareReplicas()
  const random = createRandom(20_261_121)
  const pick = <T>(values: readonly T[]) => values[random(values.length)] as T
  const statuses = ['TODO', 'IN_PROGRESS', 'DONE']
  const [{ send }] = replicas
  const ids: number[] = []
  for (let count = 0; count < 30; count++) {
    ids.push((await send('POST /api/v1/tasks', { json: { title: 'A task', status: pick(statuses) } })).json.id)
  }
  const replies = await Promise.all(
    Array.from({ length: 300 }, () => {
      const [replica, id, status] = [pick(replicas), pick(ids), pick(statuses)]
      switch (random(4)) {
        case 0:
          return replica.send('POST /api/v1/tasks', { json: { title: 'New', status } })
        case 1:
          return replica.send(`DELETE /api/v1/tasks/${id}`)
        case 2:
          return replica.send(`PUT /api/v1/tasks/${id}`, { json: { title: 'Replaced', status } })
        default:
          return replica.send(`POST /api/v1/tasks/${id}/reorder`, {
            json: { targetStatus: status, targetIndex: random(20) },
          })
      }
    }),
  )
  t.strictSame(
    replies.filter((reply) => ![200, 201, 204, 404].includes(reply.status)),
    [],
    'no conflict reaches a client',
  )
  const tasks: Task[] = []
  for (let page = 0; ; page++) {
    const { content } = (await send(`GET /api/v1/tasks?size=100&page=${page}`)).json
    if (content.length === 0) break
    tasks.push(...content)
  }
  t.ok(tasks.length > 50)
  assertContiguous(t, tasks)
})

t.test(
  'replicas: several trainers reset and configure a class at the same time, and every request succeeds',
  async (t) => {
    const replicas = await shareReplicas()
    const [one] = replicas
    const input = { name: 'A class', count: 60, fixture: 'demo' }
    const { json } = await one.send('POST /classes', { json: input })
    const token = json.trainerSecret
    const work = replicas.flatMap(({ send }) => [
      () => send(`POST /classes/${json.id}/reset`, { json: { fixture: 'demo' }, token }),
      () => send(`PUT /classes/${json.id}/defects`, { json: { defects: ['size-ignored'] }, token }),
      () => send(`PUT /classes/${json.id}/exercise`, { json: { title: 'Again' }, token }),
    ])
    const replies = await Promise.all(work.map((request) => request()))
    t.strictSame(
      replies.map(({ status }) => status),
      replicas.flatMap(() => [204, 200, 200]),
    )
  },
)
