import t from 'tap'
import { createBoard, sendToHost, TASK, type TestBoard } from '../../kit/board.js'
import { type Json, type Reply, startService } from '../../kit/helper.js'
import { start } from './one-task.js'

const get = ({ send }: TestBoard, path: string, options: object = {}): Promise<Reply> =>
  send(`GET /api/buggy${path}`, { unchecked: true, ...options })

const prefer = { headers: { prefer: 'fault=stale-read' } }

t.test('stale-read returns the state before the last write, in any read (decision 151)', async (t) => {
  const board = await start(t)
  await board.asOwner('PUT /faults', { json: { rates: { 'stale-read': 1 }, profile: 'none', disclose: true } })
  const paths = ['/tasks', '/tasks?search=task&size=5', '/tasks/1', '/tasks/summary']
  const bodies = async () => Promise.all(paths.map(async (path) => String((await get(board, path)).bytes)))
  const first = await bodies()
  t.strictSame(await bodies(), first, 'nothing has changed, so nothing is stale')
  await board.send('PUT /api/v1/tasks/1', { json: { ...TASK, title: 'A new task', status: 'DONE' } })
  t.strictSame(await bodies(), first, 'the state before the write')
  t.strictSame(await bodies(), first, 'until the next write')
  const second = await Promise.all(paths.map(async (path) => String((await board.send(`GET /api/v1${path}`)).bytes)))
  await board.send('PUT /api/buggy/tasks/1', { json: { ...TASK, title: 'A newer task' } })
  t.strictSame(await bodies(), second, 'the state before the last write, not before the first one')
  const reply = await get(board, '/tasks')
  t.match(reply.headers['fault-injected'], /^stale-read;/)
  t.equal(reply.headers['content-length'], String(reply.bytes.length))
})

t.test('stale-read never shows another board, also at hosts of boards', async (t) => {
  const service = await startService(t, { isLocal: false })
  for (const title of ['One', 'Two']) {
    const board = await createBoard(service)
    await board.asOwner('PUT /faults', { json: { rates: { 'stale-read': 1 }, profile: 'none' } })
    await board.send('POST /api/v1/tasks', { json: { ...TASK, title } })
    const { json } = await sendToHost(service, board.id)('GET /api/buggy/tasks/1', { unchecked: true })
    t.equal(json.title, title)
  }
})

t.test('stale-read is in the evidence, and claims explain it', async (t) => {
  const board = await start(t)
  const script = [[], ['stale-read'], ['stale-read', 'date-mix'], ['stale-read', 'empty-response']]
  await board.asOwner('PUT /faults', { json: { script } })
  await get(board, '/tasks/1')
  await board.send('PUT /api/v1/tasks/1', { json: { ...TASK, title: 'Changed' } })
  const { json, headers } = await get(board, '/tasks/1')
  t.equal(json.title, TASK.title)
  const requestId = headers['x-request-id']
  const { evidence } = (await board.send(`GET /requests/${requestId}`, { token: board.token })).json
  t.match(evidence, { changed: ['stale-read'], expected: { body: { text: /"title":"Changed"/ } } })
  t.match(evidence.difference, [{ at: 'body.title', expected: 'Changed', actual: TASK.title }])
  const claim = await board.send('POST /claims', { json: { requestId, fault: 'stale-read' } })
  const explanation = 'Right: the response was the one before the last write that changed it.'
  t.match(claim.json, { verdict: 'right', explanation })
  const mixed = (await get(board, '/tasks/1')).json
  t.equal(mixed.title, TASK.title, 'other faults change the earlier response')
  t.ok([mixed.createdAt, mixed.updatedAt].some((moment) => typeof moment === 'number'))
  await get(board, '/tasks/1')
  const { content } = (await board.asOwner('GET /requests')).json
  const changed = content.filter(({ ordinal }: Json) => ordinal !== null).map((entry: Json) => entry.changed)
  t.strictSame(changed, [['empty-response'], ['stale-read', 'date-mix'], ['stale-read'], []])
})

t.test('stale-read applies to no error, no write, no HEAD and no read that is new or large', async (t) => {
  const board = await start(t)
  const settings = { script: [['stale-read', 'search-case']], scriptEnd: 'repeat', disclose: true }
  await board.asOwner('PUT /faults', { json: settings })
  const isStale = (reply: Reply) => /stale-read/.test(reply.headers['fault-injected'] ?? '')
  await get(board, '/tasks/1')
  for (let count = 0; count < 100; count++) {
    await board.send('POST /api/v1/tasks', { json: { ...TASK, description: 'x'.repeat(500) } })
  }
  for (let count = 0; count < 2; count++) {
    t.notOk(isStale(await get(board, '/tasks?size=100')), 'the list has more than 64 KiB')
    t.notOk(isStale(await get(board, '/tasks?search=task&size=1')), 'the case-sensitive search is no state')
    t.notOk(isStale(await board.send('HEAD /api/buggy/tasks', { unchecked: true })))
    await board.send('DELETE /api/v1/tasks/2')
  }
  t.notOk(isStale(await board.send('PUT /api/buggy/tasks/1', { json: TASK, unchecked: true })))
  await board.send('DELETE /api/v1/tasks/1')
  t.equal((await get(board, '/tasks/1')).status, 404)
})

t.test('a request can choose stale-read, and boards know nothing of each other', async (t) => {
  const service = await startService(t)
  const [one, two] = [await createBoard(service), await createBoard(service)]
  t.equal((await get(one, '/tasks', prefer)).json.totalElements, 0)
  for (const board of [one, two]) await board.send('POST /api/v1/tasks', { json: TASK })
  t.equal((await get(two, '/tasks', prefer)).json.totalElements, 1, 'the first read of this board')
  t.equal((await get(one, '/tasks', prefer)).json.totalElements, 0)
  t.equal((await get(one, '/tasks')).json.totalElements, 1, 'without the preference')
})
