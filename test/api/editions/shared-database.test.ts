import t from 'tap'
import { multipart } from '../../kit/helper.js'
import { column, getTask } from '../tasks/board.js'
import { aTask, expectInvalid } from '../tasks/expect.js'
import { anEarlierTask, startBoth } from './helper.js'

const FULL = {
  title: 'A task',
  description: 'Old',
  status: 'TODO',
  priority: 'HIGH',
  dueDate: '2026-04-30',
  labels: ['old'],
  checklistItems: [{ text: 'one', done: true }, { text: 'two' }],
}

t.test('PUT in the earlier edition keeps the fields that it does not show (decision 84)', async (t) => {
  const { now, before } = await startBoth(t)
  await now.createTask()
  const created = await now.createTask(FULL)
  await now.createTask()
  await now.send('POST /api/v1/tasks/2/comments', { json: { text: 'A comment' } })
  await now.send('POST /api/v1/tasks/2/attachments', multipart([{ fileName: 'a.txt', content: 'abc' }]))
  const stored = await getTask(now, 2)
  before.clock.now += 1000
  const shown = (await before.send('GET /api/v1/tasks/2')).json
  t.strictSame(shown, anEarlierTask({ ...pick(stored), id: 2 }))

  const replaced = await before.send('PUT /api/v1/tasks/2', {
    json: { title: 'New', dueDate: null, checklistItems: [] },
  })
  const { updatedAt } = replaced.json
  t.strictSame(replaced.json, anEarlierTask({ id: 2, title: 'New', comments: stored.comments, updatedAt }))
  t.strictSame(await getTask(now, 2), {
    ...aTask({ id: 2, title: 'New', updatedAt }),
    dueDate: FULL.dueDate,
    sortOrder: 1,
    checklistItems: created.checklistItems,
    comments: stored.comments,
    attachments: stored.attachments,
  })
  t.strictSame(await column(t, now, 'TODO'), [1, 2, 3], 'keeps its place')
})

function pick({ title, description, status, priority, labels, comments }: typeof FULL & { comments: object[] }) {
  return { title, description, status, priority, labels, comments }
}

t.test('PUT in the earlier edition with another status moves to the end of that column (decision 84)', async (t) => {
  const { now, before } = await startBoth(t)
  await now.createTask({ status: 'DONE' })
  await now.createTask(FULL)
  await now.createTask()
  await before.send('PUT /api/v1/tasks/2', { json: { title: 'New', status: 'DONE' } })
  t.strictSame(await column(t, now, 'TODO'), [3])
  t.strictSame(await column(t, now, 'DONE'), [1, 2])
  t.match(await getTask(now, 2), { dueDate: FULL.dueDate, checklistItems: [{ text: 'one' }, { text: 'two' }] })
})

t.test('a search in the earlier edition finds the new text after PUT (decision 84)', async (t) => {
  const { now, before } = await startBoth(t)
  await now.createTask(FULL)
  await before.send('PUT /api/v1/tasks/1', { json: { title: 'Écrit', labels: ['new'] } })
  for (const [search, total] of Object.entries({ éCRIT: 1, NEW: 1, old: 0, two: 0 })) {
    const { json } = await before.send(`GET /api/v1/tasks?search=${encodeURIComponent(search)}`)
    t.equal(json.totalElements, total, search)
  }
})

t.test('the current edition shows longer texts as they are, and refuses them in requests (decision 87)', async (t) => {
  const { now, before } = await startBoth(t)
  const longest = { title: 'x'.repeat(200), description: 'y'.repeat(1000) }
  await before.send('POST /api/v1/tasks', { json: longest })
  const shown = await getTask(now, 1)
  t.strictSame(shown, aTask(longest))
  t.match((await now.send('GET /api/v1/tasks?search=xxx')).json, { content: [longest] })
  expectInvalid(t, await now.send('PUT /api/v1/tasks/1', { json: shown }), ['title', 'description'])
})
