import { TASK } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal, fields, holds } from '../expect.js'
import { returns } from '../returns.js'

/** PUT /tasks/{id}. */
export const replace = area('replace')
const { check, within, onTask, afterCreation } = replace
const current = within(CURRENT)

const FULL = { title: 'Before', description: 'before', priority: 'HIGH', labels: ['before'] }
const NEW = { title: 'After', description: 'after', status: 'DONE', priority: 'LOW', labels: ['after'] }

onTask('returns-200', spec(4), 'PUT /tasks/{id} returns 200.', returns(200, 'PUT /tasks/{id}', { json: TASK }))
check('returns-task', spec(4), 'PUT returns the task as it is stored.', async (api) => {
  const { id } = await api.create(FULL)
  const replaced = await api.replace(id, NEW)
  equal(await api.task(id), replaced)
})
for (const [field, value] of Object.entries(NEW)) {
  check(`changes-${field}`, field === 'status' ? spec(3) : spec(4), `PUT replaces \`${field}\`.`, async (api) => {
    const { id } = await api.create(FULL)
    await api.replace(id, NEW)
    fields(await api.task(id), { [field]: value })
  })
}
current('changes-dueDate', spec(4), 'PUT replaces `dueDate`.', async (api) => {
  const { id } = await api.create({ dueDate: '2030-01-01' })
  await api.replace(id, { dueDate: '2031-02-03' })
  fields(await api.task(id), { dueDate: '2031-02-03' })
})
check('removes-labels', spec(4), 'PUT with other labels removes the old ones.', async (api) => {
  const { id } = await api.create({ labels: ['a', 'b'] })
  fields(await api.replace(id, { labels: ['c'] }), { labels: ['c'] })
})
const DEFAULTS: [field: string, value: unknown, fallback: unknown, scope?: typeof CURRENT][] = [
  ['description', 'text', null],
  ['priority', 'URGENT', 'MEDIUM'],
  ['labels', ['a'], []],
  ['dueDate', '2030-01-01', null, CURRENT],
  ['checklistItems', [{ text: 'x' }], [], CURRENT],
]
for (const [field, value, fallback, scope] of DEFAULTS) {
  const title = `PUT without \`${field}\`, or with \`null\`, sets it to \`${JSON.stringify(fallback)}\`.`
  within(scope)(`omitted-${field}`, decision(19), title, async (api) => {
    const { id } = await api.create({ [field]: value })
    await api.replace(id)
    fields(await api.task(id), { [field]: fallback })
    await api.replace(id, { [field]: value })
    await api.replace(id, { [field]: null })
    fields(await api.task(id), { [field]: fallback })
  })
}
onTask('keeps-id', spec(2), 'PUT keeps the id, whatever the request contains.', async (api, { id }) => {
  fields(await api.replace(id, { id: id + 1 }), { id })
})
onTask('keeps-comments', decision(19), 'Comments stay when their task is replaced.', async (api, { id }) => {
  const comment = await api.comment(id)
  await api.replace(id, { comments: [] })
  fields(await api.task(id), { comments: [comment] })
})
onTask('returns-comments', decision(17), 'The response of PUT contains the comments.', async (api, { id }) => {
  const comment = await api.comment(id)
  fields(await api.replace(id), { comments: [comment] })
})
current('keeps-attachments', spec(2), 'Attachments stay when their task is replaced.', async (api) => {
  const { id } = await api.create()
  const attachments = await api.attach(id, { fileName: 'a.txt', type: 'text/plain' })
  fields(await api.replace(id), { attachments })
  fields(await api.task(id), { attachments })
})
current('ignores-attachments', decision(4), '`attachments` in the request is ignored.', async (api) => {
  const { id } = await api.create()
  const attachments = await api.attach(id, { fileName: 'a.txt', type: 'text/plain' })
  fields(await api.replace(id, { attachments: [] }), { attachments })
})
check('keeps-other-tasks', spec(4), 'PUT does not change other tasks.', async (api) => {
  const other = await api.create({ status: 'DONE', title: 'Other' })
  const { id } = await api.create()
  await api.replace(id, { title: 'Changed' })
  equal(await api.task(other.id), other)
})
check('accepts-response', decision(4), 'A task from a response can be sent back with PUT.', async (api) => {
  const task = await api.create(FULL)
  const { updatedAt: _, ...sent } = task
  const { updatedAt: __, ...replaced } = await api.json(`PUT /tasks/${task.id}`, { json: task })
  equal(replaced, sent)
})
check('unknown', spec(4), 'PUT of an unknown task returns 404.', async (api) =>
  equal(await api.status('PUT /tasks/987654321987', { json: TASK }), 404),
)
onTask('validates-title', spec(8), 'PUT refuses an empty title.', async (api, { id }) => {
  equal(await api.status(`PUT /tasks/${id}`, { json: { ...TASK, title: '' } }), 400)
})
onTask('validates-status', spec(2), 'PUT refuses an unknown status.', async (api, { id }) => {
  equal(await api.status(`PUT /tasks/${id}`, { json: { ...TASK, status: 'BLOCKED' } }), 400)
})
current('requires-status', spec(2), 'PUT requires a status.', async (api) => {
  const { id } = await api.create()
  equal(await api.status(`PUT /tasks/${id}`, { json: { title: 'x' } }), 400)
})
check('refused-changes-nothing', spec(4), 'A refused PUT changes nothing.', async (api) => {
  const task = await api.create(FULL)
  await api.send(`PUT /tasks/${task.id}`, { json: { ...NEW, title: '' } })
  equal(await api.task(task.id), task)
})
check('invalid-before-unknown', decision(17), 'An invalid PUT of an unknown task returns 400.', async (api) =>
  equal(await api.status('PUT /tasks/987654321987', { json: { title: '' } }), 400),
)
afterCreation('refreshes-updated-at', spec(2), 'PUT refreshes `updatedAt`.', async (api, before) => {
  const { updatedAt } = await api.replace(before.id)
  holds(Date.parse(updatedAt) > Date.parse(before.updatedAt), `updatedAt after ${before.updatedAt}`, updatedAt)
})
afterCreation('keeps-created-at', spec(2), 'PUT keeps `createdAt`.', async (api, { id, createdAt }) =>
  fields(await api.replace(id), { createdAt }),
)
