import t, { type Test } from 'tap'
import { type Json, type Service, START, startService } from '../helper.js'
import { addAttachment, addComment, column, getTask } from './board.js'
import { expectInvalid, NOW } from './expect.js'

function move(service: Service, id: number, targetStatus: unknown, targetIndex: unknown) {
  return service.send(`POST /api/v1/tasks/${id}/reorder`, { json: { targetStatus, targetIndex } })
}

/** A board whose column TODO holds 1 to 4, and DONE 5 and 6. */
async function startBoard(t: Test) {
  const service = await startService(t)
  for (const status of ['TODO', 'TODO', 'TODO', 'TODO', 'DONE', 'DONE']) await service.createTask({ status })
  return service
}

t.test('the response has empty lists and no attachments, but the task keeps them (decision 20)', async (t) => {
  const service = await startService(t)
  const { id } = await service.createTask({
    description: 'Text',
    priority: 'HIGH',
    dueDate: '2026-04-30',
    labels: ['a'],
    checklistItems: [{ text: 'one' }],
  })
  await addComment(service, id)
  await addAttachment(service, id)
  const before = await getTask(service, id)
  service.clock.now = START + 60_000
  const reply = await move(service, id, 'DONE', 0)
  const moved = { status: 'DONE', sortOrder: 0, updatedAt: '2026-03-02T08:31:00Z' }
  const { attachments: _, ...rest } = before
  t.equal(reply.status, 200)
  t.strictSame(reply.json, { ...rest, ...moved, checklistItems: [], comments: [] })
  t.strictSame(await getTask(service, id), { ...before, ...moved })
})

/** Moves that follow one another on one board, with the columns after each. */
const MOVES: [name: string, id: number, status: string, index: number, todo: number[], done: number[]][] = [
  ['down its column', 1, 'TODO', 2, [2, 3, 1, 4], [5, 6]],
  ['up its column', 4, 'TODO', 1, [2, 4, 3, 1], [5, 6]],
  ['to its own position', 3, 'TODO', 2, [2, 4, 3, 1], [5, 6]],
  ['one position beyond the end', 2, 'TODO', 4, [4, 3, 1, 2], [5, 6]],
  ['into another column', 1, 'DONE', 1, [4, 3, 2], [5, 1, 6]],
  ['to the top of another column', 2, 'DONE', 0, [4, 3], [2, 5, 1, 6]],
  ['far beyond the end of another column', 5, 'TODO', 2 ** 53 - 1, [4, 3, 5], [2, 1, 6]],
]

t.test('targetIndex is the final position of the task, and gaps close (decisions 18 and 20)', async (t) => {
  const service = await startBoard(t)
  for (const [name, id, status, index, todo, done] of MOVES) {
    const { json } = await move(service, id, status, index)
    const position = (status === 'TODO' ? todo : done).indexOf(id)
    t.strictSame([json.status, json.sortOrder], [status, position], name)
    t.strictSame(await column(t, service, 'TODO'), todo, `${name}: TODO`)
    t.strictSame(await column(t, service, 'DONE'), done, `${name}: DONE`)
  }
})

t.test('targetIndex may be any integer from 0, however JSON writes it (decision 20)', async (t) => {
  const service = await startBoard(t)
  for (const [index, expected] of [
    ['9007199254740992', 3],
    ['1e300', 3],
    ['2.0', 2],
    ['20e-1', 2],
  ] as const) {
    const { status, json } = await service.send('POST /api/v1/tasks/1/reorder', {
      body: `{"targetStatus":"TODO","targetIndex":${index}}`,
      headers: { 'content-type': 'application/json' },
    })
    t.strictSame([status, json.sortOrder], [200, expected], index)
  }
})

t.test('only updatedAt of the moved task is refreshed, also where it stays (decision 20)', async (t) => {
  const service = await startBoard(t)
  const moves = [[1, 'TODO', 0] as const, [2, 'DONE', 0] as const, [3, 'TODO', 9] as const]
  for (const [index, [id, status, position]] of moves.entries()) {
    service.clock.now = START + (index + 1) * 1000
    t.equal((await move(service, id, status, position)).json.updatedAt, `2026-03-02T08:30:0${index + 1}Z`)
  }
  const { json } = await service.send('GET /api/v1/tasks')
  t.strictSame(
    json.content.map((task: Json) => task.updatedAt),
    ['2026-03-02T08:30:01Z', '2026-03-02T08:30:02Z', '2026-03-02T08:30:03Z', NOW, NOW, NOW],
  )
  t.ok(json.content.every((task: Json) => task.createdAt === NOW))
})

t.test('both fields are required, and their values are not converted (decisions 5 and 20)', async (t) => {
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

t.test('unknown and read-only fields of a reorder are ignored (decision 4)', async (t) => {
  const service = await startBoard(t)
  const json = { targetStatus: 'TODO', targetIndex: 1, title: '', status: 'DONE', sortOrder: -5, id: 'x' }
  const reply = await service.send('POST /api/v1/tasks/1/reorder', { json })
  t.strictSame(
    [reply.status, reply.json.id, reply.json.title, reply.json.status, reply.json.sortOrder],
    [200, 1, 'A task', 'TODO', 1],
  )
})
