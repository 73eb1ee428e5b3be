import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { PERFECT } from '../../commands/drill/clients.js'
import type { Json } from '../../kit/helper.js'
import { openEvents } from '../training/event-client.js'
import { MINUTE, minute } from '../training/learner.js'
import { FIRST, startDrill, task } from './start-drill.js'

const run = promisify(execFile)

t.test('a client that does everything right has 100 percent in the drill of an exercise (decision 154)', async (t) => {
  const { service, id, post, read, client } = await startDrill(t, {}, { profile: 'network', seed: 1 })
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const [file = '', ...args] = PERFECT
  await run(file, args, { env: { ...process.env, TASKS_URL: `${address}/b/${id}/api/buggy` } })
  t.match(await read(), { state: 'running', percent: null, best: null, right: null, total: null, finishedAt: null })
  const finished = await post('finish', { success: true })
  const notRight = finished.verdicts.filter(({ verdict }: Json) => verdict !== 'right')
  t.strictSame(notRight, [])
  const situations = new Set(finished.verdicts.map(({ situation }: Json) => situation))
  for (const situation of ['lost-create', 'failed-create', 'failed-request', 'slow-response', 'refused-request']) {
    t.ok(situations.has(situation), situation)
  }
  t.match(finished, { state: 'finished', percent: 100, best: 100 })
  t.equal(finished.right, finished.total)
  t.strictSame(await read(), finished)
  await post('start')
  await client('GET /tasks/1')
  const worse = await post('finish', { success: false })
  t.ok(worse.percent < 100)
  t.equal(worse.best, 100, 'the best run counts')
})

t.test('a finished run stays as it is, without faults, until the drill starts again (decision 154)', async (t) => {
  const { post, read, client, send } = await startDrill(t)
  t.match(await read(), { state: 'ready', requests: 0, startedAt: null, verdicts: { length: 0 } })
  const creates = async () => {
    const statuses: number[] = []
    for (let number = 1; number <= 20; number++) statuses.push((await client('POST /tasks', task(number))).status)
    return statuses
  }
  const first = await creates()
  t.ok(first.some((status) => status >= 400))
  const finished = await post('finish', { success: false })
  t.match(finished, { state: 'finished', requests: 20 })
  t.match(await creates(), Array(20).fill(201))
  t.strictSame(await post('finish', { success: true }), finished, 'a second end changes nothing')

  const restarted = await post('start')
  t.match(restarted, { state: 'ready', requests: 0, percent: null, best: finished.percent })
  t.equal((await send('GET /api/v1/tasks')).json.totalElements, 0)
  t.strictSame(await creates(), first, 'the faults begin again')
})

t.test('attempts whose bodies are equal as JSON are attempts of one request (decision 152)', async (t) => {
  const { service, id, post } = await startDrill(t)
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const create = (body: object) =>
    fetch(`${address}/b/${id}/api/buggy/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  for (let number = 1; number <= 20; number++) {
    const { title, status } = task(number)
    if ((await create({ title, status })).status >= 400) await create({ status, title })
  }
  const { verdicts } = await post('finish', { success: false })
  const refused = verdicts.filter(({ situation }: Json) => situation === 'retry-after')
  t.ok(refused.length > 0)
  for (const { reason } of refused) t.match(reason, /^The client repeated the request after/)
})

t.test('the seed decides which request has which fault, and a change of the exercise keeps it', async (t) => {
  const { asOwner, client, read } = await startDrill(t, { title: 'Retry' }, {})
  const { drill } = (await asOwner('GET /exercise')).json
  t.match(drill, { profile: 'hostile', seed: Number })
  await client('POST /tasks', FIRST)
  const message = { title: 'Retry', message: 'Read docs/drill.md.', drill: {} }
  t.strictSame((await asOwner('PUT /exercise', { json: message })).json.drill, drill)
  t.equal((await read()).requests, 1, 'the run goes on')
  const configure = async (input: object): Promise<Json> =>
    (await asOwner('PUT /exercise', { json: { ...input } })).json.drill
  for (const change of [{ seed: 7 }, { seed: 7, profile: 'network' }]) {
    t.strictSame(await configure({ drill: change }), { ...drill, ...change })
    t.equal((await read()).requests, 0, 'another drill begins')
    await client('POST /tasks', FIRST)
    t.equal((await read()).requests, 1)
  }
  const renew = () => configure({ startsAt: minute(1), drill: { profile: 'network' } })
  const [next, same] = await Promise.all([renew(), renew()])
  t.not(next.seed, 7, 'learners know the seed of the last exercise')
  t.equal(next.seed, same.seed, 'the second of two requests at once continues the exercise of the first')
  t.equal((await asOwner('PUT /exercise', { json: {} })).json.drill, undefined)
  t.equal((await asOwner('PUT /exercise', { json: { drill: { profile: 'spec' } } })).status, 400)
})

t.test('without a drill, or outside of the exercise, there is no drill (decision 154)', async (t) => {
  const { asOwner, send, service, client } = await startDrill(t, { startsAt: minute(5), endsAt: minute(10) })
  const statuses = async () => [
    (await send('GET /drill')).status,
    (await send('POST /drill/start')).status,
    (await send('POST /drill/finish', { json: { success: true } })).status,
  ]
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'ready', requests: 0, goals: { length: 0 } })
  t.strictSame(await statuses(), [200, 409, 409])
  service.clock.now += 5 * MINUTE
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'running', requests: 1 })
  service.clock.now += 5 * MINUTE
  const [header = ''] = String((await asOwner('GET /requests?format=log')).bytes).split('\n')
  t.match(JSON.parse(header).drill, { requests: 1, isFinished: true }, 'the exported log has the end of the run')
  await client('POST /tasks', FIRST)
  t.match((await send('GET /drill')).json, { state: 'finished', requests: 1, percent: Number })
  t.strictSame(await statuses(), [200, 409, 409])
  await asOwner('PUT /exercise', { json: { startsAt: minute(11) } })
  service.clock.now += 2 * MINUTE
  t.match(await send('GET /drill'), { status: 404, json: { message: 'The exercise of the board has no drill' } })
  t.strictSame(await statuses(), [404, 404, 404])
  t.equal((await asOwner('GET /drill')).status, 404)
})

t.test('an exercise that hides verdicts hides the outcome of the drill and its seed until the end', async (t) => {
  const { send, asOwner, token, client, post, service } = await startDrill(t, { feedback: 'after', endsAt: minute(10) })
  for (let number = 0; number < 20; number++) await client('POST /tasks', task(number))
  const hidden = { percent: null, best: null, right: null, total: null, goals: { length: 0 }, verdicts: { length: 0 } }
  t.match(await post('finish', { success: true }), { state: 'finished', requests: 20, ...hidden })
  t.match((await send('GET /exercise')).json.drill, { profile: 'throttled', seed: null })
  const own = (await asOwner('GET /drill')).json
  t.match(own, { percent: Number, right: Number, goals: { length: 5 } })
  t.ok(own.verdicts.length > 0)
  t.strictSame((await send('GET /drill', { token })).json, own)
  t.equal((await asOwner('GET /exercise')).json.drill.seed, 1)
  service.clock.now += 10 * MINUTE
  t.strictSame((await send('GET /drill')).json, own)
  t.equal((await send('GET /exercise')).json.drill.seed, 1)
})

t.test('only requests of the client to buggy count, and they cannot be claimed (decision 154)', async (t) => {
  const { send, read, client } = await startDrill(t)
  await send('GET /api/v1/tasks')
  await send('GET /api/buggy/tasks', { headers: { 'x-request-id': 'board-page:1' }, unchecked: true })
  t.equal((await read()).requests, 0)
  const { headers } = await client('GET /tasks?size=2&page=0')
  t.equal((await read()).requests, 1)
  t.equal((await send('POST /claims', { json: { requestId: headers['x-request-id'], fault: 'none' } })).status, 404)
})

t.test('the stream of a board says how far the drill is, without what the exercise hides', async (t) => {
  for (const feedback of ['immediate', 'after']) {
    const { id, service, client, post, asOwner } = await startDrill(t, { feedback, endsAt: minute(10) })
    const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { next } = await openEvents(t, `${origin}/b/${id}/events`)
    const progress = async () => (await next('drill')).data
    await client('POST /tasks', FIRST)
    t.strictSame(await progress(), { state: 'running', requests: 1, percent: null, best: null })
    const { percent } = await post('finish', { success: false })
    t.strictSame(await progress(), { state: 'finished', requests: 1, percent, best: percent })
    t.equal(percent === null, feedback === 'after')
    await post('start')
    t.strictSame(await progress(), { state: 'ready', requests: 0, percent: null, best: percent })
    await asOwner('PUT /exercise', { json: { feedback, endsAt: minute(10), title: 'Retry', drill: {} } })
    t.equal((await next('exercise')).data.drill.seed, feedback === 'after' ? null : 1)
  }
})

t.test('what a client would have done after it was stopped is not judged', async (t) => {
  const { service, id, post } = await startDrill(t, {}, { profile: 'network', seed: 1 })
  const origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const verdictsOf = async (stopped: boolean): Promise<string[]> => {
    await post('start')
    for (let page = 0; page < 10; page++) {
      const read = fetch(`${origin}/b/${id}/api/buggy/tasks?page=${page}&size=2`)
      await read.then((response) => response.text()).catch(() => 'a fault of the network')
    }
    const { verdicts } = await post('finish', { success: false, stopped })
    const failed = verdicts.filter(({ situation }: Json) => situation === 'failed-request')
    return [...new Set<string>(failed.map(({ verdict }: Json) => verdict))]
  }
  t.strictSame(await verdictsOf(true), ['not-shown'])
  t.strictSame(await verdictsOf(false), ['wrong'])
})

t.test('tasks that the board had before the first request do not count for the goals (decision 154)', async (t) => {
  const { asOwner, send, post, read, client } = await startDrill(t)
  await asOwner('POST /reset', { json: { fixture: 'demo' } })
  t.match(await read(), { state: 'ready' })
  await send('POST /api/v1/tasks', { json: task(1) })
  const missed = async () => {
    const { goals } = await post('finish', { success: false })
    return goals.filter(({ reached }: Json) => !reached).map(({ name, found }: Json) => [name, found])
  }
  await client('POST /tasks', FIRST)
  const unmoved = [
    'tasks-moved',
    'Missing or in another status: Drill task 02, Drill task 03, Drill task 04 and 7 more.',
  ]
  const unread = ['pages-read', 'Pages without a complete response: 0, 1, 2 and 7 more.']
  const created = ['tasks-created', 'Missing: Drill task 02, Drill task 03, Drill task 04 and 16 more.']
  t.strictSame(await missed(), [created, unmoved, unread])
  await post('start')
  await client('POST /tasks', FIRST)
  await send('POST /api/v1/tasks', { json: { title: 'Another', status: 'TODO' } })
  t.strictSame(await missed(), [created, ['no-others', 'Others: Another.'], unmoved, unread])
})

t.test('a reset of the board begins the drill again', async (t) => {
  const { asOwner, read, client } = await startDrill(t)
  await client('POST /tasks', FIRST)
  await asOwner('POST /reset')
  t.match(await read(), { state: 'ready', requests: 0 })
})
