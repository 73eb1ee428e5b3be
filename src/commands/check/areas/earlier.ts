import { TASK } from '../api.js'
import { area, decision, EARLIER, spec } from '../check.js'
import { equal, fields } from '../expect.js'
import { creates, returns } from '../returns.js'

/** What differs in the earlier edition (specification, section 9). The auth operations are in their own areas. */
export const earlier = area('earlier', EARLIER)
const { check, within, onEmptyBoard, onTask } = earlier

const status = (values: object) => ({ json: { ...TASK, ...values } })

check('title-200', spec(9), 'A title of 200 characters is accepted.', creates({ title: 'x'.repeat(200) }))
check('title-201', spec(9), 'A title of 201 characters is refused.', async (api) =>
  equal(await api.status('POST /tasks', status({ title: 'x'.repeat(201) })), 400),
)
check('description-1000', spec(9), 'A description of 1000 characters is accepted.', async (api) =>
  fields(await api.create({ description: 'x'.repeat(1000) }), { description: 'x'.repeat(1000) }),
)
check('description-1001', spec(9), 'A description of 1001 characters is refused.', async (api) =>
  equal(await api.status('POST /tasks', status({ description: 'x'.repeat(1001) })), 400),
)
check('status-default', spec(9), 'The status is optional, and its default is TODO.', async (api) =>
  fields(await api.json('POST /tasks', { json: { title: 'x' } }), { status: 'TODO' }),
)
check('put-status-default', decision(80), 'The status is optional in PUT.', async (api) => {
  const { id } = await api.create({ status: 'DONE' })
  fields(await api.json(`PUT /tasks/${id}`, { json: { title: 'x' } }), { status: 'TODO' })
})
check('status-null', decision(80), '`status: null` means the default.', creates({ status: null }, { status: 'TODO' }))
check('fields', spec(9), 'A task has no checklist, due date, attachments and position.', async (api) => {
  const names = ['comments', 'createdAt', 'description', 'id', 'labels', 'priority', 'status', 'title', 'updatedAt']
  equal(Object.keys(await api.create()).sort(), names)
})
check('ignores-hidden-fields', decision(81), 'Hidden fields are ignored, even if they are not valid.', async (api) =>
  equal(await api.status('POST /tasks', status({ dueDate: 'never', checklistItems: 5 })), 201),
)
onTask('no-reorder', decision(81), 'Reorder does not exist.', async (api, { id }) => {
  equal(await api.status(`POST /tasks/${id}/reorder`, { json: { targetStatus: 'DONE', targetIndex: 0 } }), 404)
})
for (const request of ['POST /attachments', 'GET /attachments/1', 'DELETE /attachments/1']) {
  const [method, path] = request.split(' ')
  onTask(`no-attachments-${method}`, decision(81), `${request} of a task does not exist.`, async (api, { id }) => {
    equal(await api.status(`${method} /tasks/${id}${path}`), 404)
  })
}
onEmptyBoard('filter-priority', spec(9), '`priority` returns only the tasks with this priority.', async (api) => {
  const [, high] = await api.createAll({ priority: 'LOW' }, { priority: 'HIGH' })
  equal(await api.list('?priority=HIGH'), [high])
})
for (const [name, sort, order] of [
  ['sort-desc', 'priority,desc', [1, 0, 2]],
  ['sort-asc', 'priority,asc', [2, 0, 1]],
  ['sort-id-desc', 'id,desc', [2, 1, 0]],
] as const) {
  onEmptyBoard(name, spec(9), `\`sort=${sort}\` sorts by the priority.`, async (api) => {
    const ids = await api.createAll({ priority: 'MEDIUM' }, { priority: 'HIGH' }, { priority: 'LOW' })
    equal(
      await api.list(`?sort=${sort}`),
      order.map((index) => ids[index]),
    )
  })
}
onEmptyBoard('sort-field', decision(82), 'Without a direction, the order is ascending.', async (api) => {
  const [high, low] = await api.createAll({ priority: 'HIGH' }, { priority: 'LOW' })
  equal(await api.list('?sort=priority'), [low, high])
})
onEmptyBoard('direction-ignored', decision(82), 'The parameter `direction` is ignored.', async (api) => {
  const ids = await api.createAll({}, {})
  equal(await api.list('?sort=id&direction=desc'), ids)
})
const REFUSED_SORTS = [
  'dueDate',
  'sortOrder',
  'dueDate,desc',
  'id,up',
  'id, desc',
  'id,',
  'id,DESC',
  'id:desc',
  ',asc',
  '-id',
]
for (const sort of [...REFUSED_SORTS, 'id,asc,desc']) {
  check(`sort-${sort.replace(' ', '')}-refused`, decision(82), `\`sort=${sort}\` is refused.`, async (api) =>
    equal(await api.status(`GET /tasks?sort=${encodeURIComponent(sort)}`), 400),
  )
}
onEmptyBoard('summary', spec(9), 'The summary has `total`, `byStatus` and `byPriority`.', async (api) => {
  await api.createAll({ priority: 'LOW' }, { status: 'DONE' }, { status: 'DONE', priority: 'HIGH' })
  equal(await api.json('GET /tasks/summary'), {
    total: 3,
    byStatus: { TODO: 1, IN_PROGRESS: 0, DONE: 2 },
    byPriority: { LOW: 1, MEDIUM: 1, HIGH: 1 },
  })
})
onEmptyBoard('summary-urgent', decision(83), 'URGENT tasks count only in `total` and `byStatus`.', async (api) => {
  await api.create({ priority: 'URGENT' })
  equal(await api.json('GET /tasks/summary'), {
    total: 1,
    byStatus: { TODO: 1, IN_PROGRESS: 0, DONE: 0 },
    byPriority: { LOW: 0, MEDIUM: 0, HIGH: 0 },
  })
})
within({ variants: ['buggy'] })('no-delete-all', decision(88), 'The buggy variant has no DELETE /tasks.', async (api) =>
  equal(await api.status('DELETE /tasks'), 405),
)
within({ variants: ['v1', 'v2'] })('delete-all', spec(4), 'DELETE /tasks returns 204.', returns(204, 'DELETE /tasks'))
