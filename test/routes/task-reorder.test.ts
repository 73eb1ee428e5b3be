import t, { type Test } from 'tap'
import { type Json, multipart, type Service, START, startService } from '../helper.js'
import { column, expectError, expectInvalid, getTask, NOW } from './expect.js'

function move(service: Service, id: number, targetStatus: unknown, targetIndex: unknown) {
  return service.send(`POST /api/v1/tasks/${id}/reorder`, { json: { targetStatus, targetIndex } })
}

/** Fills the column TODO with four tasks, and DONE with two. */
async function fillBoard(service: Service) {
  for (const status of ['TODO', 'TODO', 'TODO', 'TODO', 'DONE', 'DONE']) await service.createTask({ status })
}

/** A board whose column TODO holds 1 to 4, and DONE 5 and 6. */
async function startBoard(t: Test) {
  const service = await startService(t)
  await fillBoard(service)
  return service
}

t.test('section 2, rule 5: the answer has empty lists and no attachments, and nothing is lost', async (t) => {
  const service = await startService(t)
  const values = {
    description: 'Text',
    priority: 'HIGH',
    dueDate: '2026-04-30',
    labels: ['a'],
    checklistItems: [{ text: 'one' }],
  }
  const { id } = await service.createTask(values)
  await service.send(`POST /api/v1/tasks/${id}/comments`, { json: { text: 'Hi' } })
  await service.send(`POST /api/v1/tasks/${id}/attachments`, multipart([{ fileName: 'a', content: 'abc' }]))
  const before = await getTask(service, id)
  service.clock.now = START + 60_000
  const reply = await move(service, id, 'DONE', 0)
  const moved = { status: 'DONE', sortOrder: 0, updatedAt: '2026-03-02T08:31:00Z' }
  const { attachments: _, ...rest } = before
  t.equal(reply.status, 200)
  t.strictSame(reply.json, { ...rest, ...moved, checklistItems: [], comments: [] })
  t.strictSame(await getTask(service, id), { ...before, ...moved })
})

const MOVES: [string, number, string, number, { TODO: number[]; DONE: number[]; IN_PROGRESS?: number[] }][] =
  [
    ['down its column', 1, 'TODO', 2, { TODO: [2, 3, 1, 4], DONE: [5, 6] }],
    ['up its column', 4, 'TODO', 1, { TODO: [1, 4, 2, 3], DONE: [5, 6] }],
    ['to the top', 3, 'TODO', 0, { TODO: [3, 1, 2, 4], DONE: [5, 6] }],
    ['to the last place', 2, 'TODO', 3, { TODO: [1, 3, 4, 2], DONE: [5, 6] }],
    ['one place further', 2, 'TODO', 2, { TODO: [1, 3, 2, 4], DONE: [5, 6] }],
    ['to where it is', 2, 'TODO', 1, { TODO: [1, 2, 3, 4], DONE: [5, 6] }],
    ['just beyond the end', 1, 'TODO', 4, { TODO: [2, 3, 4, 1], DONE: [5, 6] }],
    ['far beyond the end', 1, 'TODO', 2 ** 53 - 1, { TODO: [2, 3, 4, 1], DONE: [5, 6] }],
    ['the last one beyond the end', 4, 'TODO', 9, { TODO: [1, 2, 3, 4], DONE: [5, 6] }],
    ['to the top of another column', 2, 'DONE', 0, { TODO: [1, 3, 4], DONE: [2, 5, 6] }],
    ['into another column', 1, 'DONE', 1, { TODO: [2, 3, 4], DONE: [5, 1, 6] }],
    ['to the end of another column', 4, 'DONE', 2, { TODO: [1, 2, 3], DONE: [5, 6, 4] }],
    ['beyond the end of another column', 4, 'DONE', 3, { TODO: [1, 2, 3], DONE: [5, 6, 4] }],
    ['into an empty column', 5, 'IN_PROGRESS', 0, { TODO: [1, 2, 3, 4], IN_PROGRESS: [5], DONE: [6] }],
    ['beyond an empty column', 5, 'IN_PROGRESS', 7, { TODO: [1, 2, 3, 4], IN_PROGRESS: [5], DONE: [6] }],
  ]

t.test('decision 20: targetIndex is the final place after the task has left its old one', async (t) => {
  const service = await startService(t)
  for (const [round, [name, id, status, index, expected]] of MOVES.entries()) {
    await service.send('DELETE /api/v1/tasks')
    await fillBoard(service)
    const former = round * 6
    const { json } = await move(service, former + id, status, index)
    t.equal(json.status, status, name)
    t.equal(json.sortOrder, expected[status as 'TODO']?.indexOf(id), name)
    for (const [each, ids] of Object.entries({ IN_PROGRESS: [], ...expected })) {
      t.strictSame(
        (await column(t, service, each)).map((found) => found - former),
        ids,
        `${name}: ${each}`,
      )
    }
  }
})

t.test('decision 20: beyond the end means the end, however large the number', async (t) => {
  const service = await startBoard(t)
  for (const index of [2 ** 53, 1e300]) {
    const reply = await move(service, 1, 'TODO', index)
    t.equal(reply.status, 200, String(index))
    t.equal(reply.json.sortOrder, 3)
  }
})

t.test('decision 20: updatedAt of the moved task alone is refreshed, also where it stays', async (t) => {
  const service = await startBoard(t)
  const moves = [[1, 'TODO', 0] as const, [2, 'DONE', 0] as const, [3, 'TODO', 9] as const]
  for (const [index, [id, status, place]] of moves.entries()) {
    service.clock.now = START + (index + 1) * 1000
    t.equal((await move(service, id, status, place)).json.updatedAt, `2026-03-02T08:30:0${index + 1}Z`)
  }
  const { json } = await service.send('GET /api/v1/tasks')
  t.strictSame(
    json.content.map((task: Json) => task.updatedAt),
    ['2026-03-02T08:30:01Z', '2026-03-02T08:30:02Z', '2026-03-02T08:30:03Z', NOW, NOW, NOW],
  )
  t.ok(json.content.every((task: Json) => task.createdAt === NOW))
})

t.test('decision 22: updatedAt does not go back with the clock when a task moves', async (t) => {
  const service = await startBoard(t)
  service.clock.now = START - 60_000
  t.equal((await move(service, 1, 'DONE', 0)).json.updatedAt, NOW)
})

t.test('decision 20: both fields are required, and are not coerced', async (t) => {
  const service = await startBoard(t)
  const bodies: [object, string[]][] = [
    [{}, ['targetIndex', 'targetStatus']],
    [{ targetStatus: 'TODO' }, ['targetIndex']],
    [{ targetIndex: 0 }, ['targetStatus']],
    [{ targetStatus: null, targetIndex: null }, ['targetIndex', 'targetStatus']],
    ...[-1, 0.5, '0', '', true, [0], {}].map((index): [object, string[]] => [
      { targetStatus: 'TODO', targetIndex: index },
      ['targetIndex'],
    ]),
    ...['todo', 'OPEN', '', ' TODO', 0, true, ['TODO'], {}].map((status): [object, string[]] => [
      { targetStatus: status, targetIndex: 0 },
      ['targetStatus'],
    ]),
  ]
  for (const [json, fields] of bodies) {
    const reply = await service.send('POST /api/v1/tasks/4/reorder', { json })
    expectInvalid(t, reply, fields, JSON.stringify(json))
  }
  t.strictSame(await column(t, service, 'TODO'), [1, 2, 3, 4], 'nothing moved')
})

t.test('decision 20: an index may be written as any JSON number that is an integer', async (t) => {
  const service = await startBoard(t)
  for (const index of ['2.0', '2e0', '20e-1']) {
    const reply = await service.send('POST /api/v1/tasks/1/reorder', {
      body: `{"targetStatus":"TODO","targetIndex":${index}}`,
      headers: { 'content-type': 'application/json' },
    })
    t.equal(reply.json.sortOrder, 2, index)
  }
})

t.test('decision 4: unknown and read-only fields of a reorder are ignored', async (t) => {
  const service = await startBoard(t)
  const json = { targetStatus: 'TODO', targetIndex: 1, title: '', status: 'DONE', sortOrder: -5, id: 'x' }
  const reply = await service.send('POST /api/v1/tasks/1/reorder', { json })
  t.strictSame(
    [reply.status, reply.json.id, reply.json.title, reply.json.status, reply.json.sortOrder],
    [200, 1, 'A task', 'TODO', 1],
  )
})

t.test('section 7: reorder of an unknown task is 404', async (t) => {
  const service = await startBoard(t)
  const path = '/api/v1/tasks/999/reorder'
  expectError(t, await move(service, 999, 'TODO', 0), 404, path, 'Task not found with id: 999')
  t.strictSame(await column(t, service, 'TODO'), [1, 2, 3, 4])
})

/** Numbers that look random and are always the same (the minimal standard generator). */
function createRandom(seed: number) {
  let state = seed
  return (end: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % end
  }
}

const STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const

t.test('decision 18: columns are as a model has them after a long sequence of requests', async (t) => {
  const service = await startService(t)
  const random = createRandom(20_260_302)
  const model: Record<string, number[]> = { TODO: [], IN_PROGRESS: [], DONE: [] }
  const remove = (id: number) => {
    for (const ids of Object.values(model)) if (ids.includes(id)) ids.splice(ids.indexOf(id), 1)
  }
  for (let step = 0; step < 250; step++) {
    const status = STATUSES[random(3)] as string
    const ids = Object.values(model).flat()
    const id = ids[random(Math.max(ids.length, 1))]
    const action = id === undefined ? 0 : random(8)
    if (id === undefined || action < 2) {
      model[status]?.push((await service.createTask({ status })).id)
    } else if (action === 2) {
      await service.send(`DELETE /api/v1/tasks/${id}`)
      remove(id)
    } else if (action === 3) {
      await service.send(`PUT /api/v1/tasks/${id}`, { json: { title: 'A task', status } })
      if (!model[status]?.includes(id)) {
        remove(id)
        model[status]?.push(id)
      }
    } else {
      const index = random(12)
      await move(service, id, status, index)
      remove(id)
      model[status]?.splice(index, 0, id)
    }
  }
  for (const status of STATUSES) t.strictSame(await column(t, service, status), model[status], status)
})

t.test('decision 18: columns stay contiguous when requests come at once', async (t) => {
  const service = await startService(t)
  for (let id = 1; id <= 20; id++) await service.createTask({ status: STATUSES[id % 3] })
  const random = createRandom(7)
  await Promise.all(
    Array.from({ length: 80 }, (_, index) => {
      const id = random(20) + 1
      const status = STATUSES[random(3)] as string
      if (index % 10 === 0) return service.send(`DELETE /api/v1/tasks/${id}`)
      if (index % 3 === 0) return service.createTask({ status })
      if (index % 3 === 1) return move(service, id, status, random(9))
      return service.send(`PUT /api/v1/tasks/${id}`, { json: { title: 'A task', status } })
    }),
  )
  const { json: summary } = await service.send('GET /api/v1/tasks/summary')
  const lengths = []
  for (const status of STATUSES) lengths.push((await column(t, service, status)).length)
  t.strictSame(lengths, [summary.todoTasks, summary.inProgressTasks, summary.doneTasks])
})
