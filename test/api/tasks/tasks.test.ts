/** What the conformance checks leave out: the clock, notations of values, and messages. */
import t from 'tap'
import { type Json, START, startService } from '../../kit/helper.js'
import { expectInvalid, NOW } from './expect.js'

const TASKS = '/api/v1/tasks'

t.test('timestamps are truncated to whole seconds (decision 22)', async (t) => {
  const service = await startService(t)
  service.clock.now = START + 999
  const task = await service.createTask()
  t.strictSame([task.createdAt, task.updatedAt], [NOW, NOW])
})

t.test('errors names both a list that is too long and an invalid item in it (decision 27)', async (t) => {
  const service = await startService(t)
  const json = {
    ...{ title: 'A task', status: 'TODO' },
    labels: ['', ...Array(10).fill('a')],
    checklistItems: [{ text: '' }, ...Array(100).fill({ text: 'a' })],
  }
  expectInvalid(t, await service.send(`POST ${TASKS}`, { json }), [
    ...['labels', 'labels[0]', 'checklistItems', 'checklistItems[0].text'],
  ])
})

t.test('targetIndex may be any integer from 0, however JSON writes it (decision 20)', async (t) => {
  const { send, createTask } = await startService(t)
  for (const _ of [1, 2, 3, 4]) await createTask()
  for (const [index, expected] of [
    ['9007199254740992', 3],
    ['1e300', 3],
    ['2.0', 2],
    ['20e-1', 2],
  ] as const) {
    const { status, json } = await send(`POST ${TASKS}/1/reorder`, {
      body: `{"targetStatus":"TODO","targetIndex":${index}}`,
      headers: { 'content-type': 'application/json' },
    })
    t.strictSame([status, json.sortOrder], [200, expected], index)
  }
})

t.test('a direction inside sort is 400, and the message names the parameter direction', async (t) => {
  const service = await startService(t)
  const sorts = 'id, title, status, priority, createdAt, updatedAt, dueDate, sortOrder'
  const invalid = `Sort must be one of ${sorts}`
  const hint = '; the direction is a parameter of its own: direction=asc or direction=desc'
  for (const [query, message] of [
    ['sort=priority,desc', invalid + hint],
    ['sort=priority%2Casc', invalid + hint],
    ['sort=title:DESC', invalid + hint],
    ['sort=dueDate+desc', invalid + hint],
    ['sort=-priority', invalid + hint],
    ['sort=priority&sort=desc', `Sort must be given only once${hint}`],
    ['sort=priority,title', invalid],
    ['sort=desc', invalid],
    ['sort=labels', invalid],
  ] as const) {
    const { status, json } = await service.send(`GET ${TASKS}?${query}`)
    t.strictSame([status, json.errors], [400, { sort: message }], query)
  }
  const { json } = await service.send(`GET ${TASKS}?status=TODO,desc`)
  t.strictSame(json.errors, { status: 'Status must be one of TODO, IN_PROGRESS, DONE' })
})

t.test('a filtered list breaks ties between columns by ascending id, in both directions (decision 14)', async (t) => {
  const { createTask, send } = await startService(t)
  const statuses = ['DONE', 'TODO', 'IN_PROGRESS']
  const ids: number[] = []
  for (const status of statuses) ids.push((await createTask({ status, priority: 'HIGH' })).id)
  for (const direction of ['asc', 'desc']) {
    const { content } = (await send(`GET /api/v1/tasks?priority=HIGH&sort=sortOrder&direction=${direction}`)).json
    const sorted = content.map(({ id }: Json) => id)
    t.strictSame(sorted, ids, direction)
  }
})

t.test('ids, and names and values of parameters, may be percent-encoded', async (t) => {
  const { send, createTask } = await startService(t)
  for (const _ of [1, 2]) await createTask()
  t.equal((await send(`GET ${TASKS}/%32`)).json.id, 2)
  t.equal((await send(`GET ${TASKS}/1%30`)).json.message, 'Task not found with id: 10')
  t.equal((await send(`GET ${TASKS}?%73iz%65=%37`)).json.pageSize, 7)
})

t.test('a search is percent-decoded, and + is a space', async (t) => {
  const { send, createTask } = await startService(t)
  for (const title of ['a b', 'a+b', 'a%20b', 'Übung 100%']) await createTask({ title })
  for (const [encoded, ids] of [
    ['a+b', [1]],
    ['a%20b', [1]],
    ['a%2Bb', [2]],
    ['a%2520b', [3]],
    ['%c3%bcBUNG', [4]],
    ['%C3%9Cbung+100%25', [4]],
    ['übung', [4]],
    ['%61', [1, 2, 3]],
    ['b=', []],
  ] as const) {
    const { content } = (await send(`GET ${TASKS}?search=${encoded}`)).json
    const sorted = content.map(({ id }: Json) => id)
    t.strictSame(sorted, ids, encodeURI(encoded))
  }
})

t.test('the message for a repeated query parameter says that it was repeated (decision 12)', async (t) => {
  const { send } = await startService(t)
  for (const name of ['page', 'size', 'status', 'priority', 'search', 'sort', 'direction']) {
    const { status, json } = await send(`GET /api/v1/tasks?${name}=1&${name}=1`)
    t.equal(status, 400)
    const label = name.charAt(0).toUpperCase() + name.slice(1)
    t.strictSame(json.errors, { [name]: `${label} must be given only once` })
  }
})

t.test('preconditions have no effect on tasks, which have no entity tags (decision 120)', async (t) => {
  const { send, createTask } = await startService(t)
  const { id } = await createTask()
  for (const headers of [
    { 'if-match': '"x"' },
    { 'if-none-match': '*' },
    { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
  ]) {
    const json = { title: 'Replaced', status: 'DONE' }
    t.equal((await send(`PUT /api/v1/tasks/${id}`, { json, headers })).status, 200)
    const read = await send(`GET /api/v1/tasks/${id}`, { headers })
    t.strictSame([read.status, read.headers.etag], [200, undefined])
  }
})
