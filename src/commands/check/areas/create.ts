import { type Api, TASK } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal, fields, holds, isInteger, isTimestamp, matches, status } from '../expect.js'
import { creates } from '../returns.js'

/** POST /tasks: the response, and the values that are stored. */
export const create = area('create')
const { check, within } = create
const current = within(CURRENT)

const post = (api: Api, values: object = {}) => api.send('POST /tasks', { json: { ...TASK, ...values } })

check('returns-201', spec(4), 'POST /tasks returns 201.', async (api) => status(await post(api), 201))
check('returns-json', 'specification, introduction', 'A task is sent as `application/json`.', async (api) =>
  matches((await post(api)).headers.get('content-type'), /^application\/json\b/i),
)
check('can-be-read', spec(4), 'A created task can be read with its id.', async (api) => {
  const task = await api.create({ title: 'Read me' })
  fields(await api.task(task.id), { id: task.id, title: 'Read me' })
})
check('same-as-read', spec(4), 'POST /tasks returns the same task as GET /tasks/{id}.', async (api) => {
  const task = await api.create({ description: 'text', priority: 'LOW', labels: ['a'] })
  equal(await api.task(task.id), task)
})
check('id-is-integer', spec(2), 'The server generates an integer `id`.', async (api) =>
  isInteger((await api.create()).id),
)
check('ids-differ', spec(2), 'Two tasks have different ids.', async (api) => {
  const ids = await api.createAll({}, {})
  holds(ids[0] !== ids[1], 'different ids', ids)
})

const STORED: [name: string, section: 2 | 8, title: string, values: Record<string, unknown>, scope?: typeof CURRENT][] =
  [
    ['keeps-title', 2, 'The title is stored.', { title: 'Write the report' }],
    ['keeps-description', 2, 'The description is stored.', { description: 'With all figures' }],
    ['keeps-labels', 2, 'Labels are stored.', { labels: ['home', 'garden'] }],
    ['keeps-due-date', 2, '`dueDate` is stored as a date without a time.', { dueDate: '2030-05-17' }, CURRENT],
    ['shortest-title', 8, 'A title of 1 character is accepted.', { title: 'x' }],
    ['empty-description', 8, 'An empty description is accepted.', { description: '' }],
    ['longest-description', 8, 'A description of 500 characters is accepted.', { description: 'd'.repeat(500) }],
    ['longest-title', 8, 'A title of 100 characters is accepted.', { title: 't'.repeat(100) }],
  ]
for (const [name, section, title, values, scope] of STORED) {
  within(scope)(name, spec(section), title, async (api) => {
    const task = await api.create(values)
    fields(task, values)
    fields(await api.task(task.id), values)
  })
}
for (const value of ['TODO', 'IN_PROGRESS', 'DONE']) {
  check(`status-${value}`, spec(3), `A task can be created with the status ${value}.`, creates({ status: value }))
}
for (const priority of ['LOW', 'MEDIUM', 'HIGH', 'URGENT']) {
  check(`priority-${priority}`, spec(2), `A task can have the priority ${priority}.`, creates({ priority }))
}
check('default-priority', spec(2), 'The default of `priority` is MEDIUM.', creates({}, { priority: 'MEDIUM' }))
check('comments-empty', spec(2), 'A new task has `comments: []`.', creates({}, { comments: [] }))
current('attachments-empty', spec(2), 'A new task has `attachments: []`.', creates({}, { attachments: [] }))
check('created-at-format', spec(2), '`createdAt` has the format YYYY-MM-DDTHH:mm:ssZ.', async (api) =>
  isTimestamp((await api.create()).createdAt),
)
check('updated-at-format', spec(2), '`updatedAt` has the format YYYY-MM-DDTHH:mm:ssZ.', async (api) =>
  isTimestamp((await api.create()).updatedAt),
)
current('sort-order-is-integer', spec(2), '`sortOrder` is an integer.', async (api) =>
  isInteger((await api.create()).sortOrder),
)

const ABSENT: [field: string, value: unknown, scope?: typeof CURRENT][] = [
  ['description', null],
  ['dueDate', null, CURRENT],
  ['labels', []],
  ['checklistItems', [], CURRENT],
]
for (const [field, value, scope] of ABSENT) {
  const title = `An absent \`${field}\` is \`${JSON.stringify(value)}\`.`
  within(scope)(`absent-${field}`, decision(17), title, creates({}, { [field]: value }))
  within(scope)(`null-${field}`, decision(6), `\`${field}: null\` means the same as leaving it out.`, async (api) =>
    fields(await api.create({ [field]: null }), { [field]: value }),
  )
}
check('null-priority', decision(6), '`priority: null` means the default priority.', async (api) =>
  fields(await api.create({ priority: null }), { priority: 'MEDIUM' }),
)
check('blank-description', decision(8), 'A description may be blank.', creates({ description: ' \t' }))
current('past-due-date', decision(10), '`dueDate` may be in the past.', creates({ dueDate: '1999-12-31' }))
current('leap-day', decision(10), '`dueDate` may be a leap day.', creates({ dueDate: '2028-02-29' }))

const IGNORED: [field: string, value: unknown][] = [
  ['id', 987_654_321],
  ['createdAt', '2001-01-01T00:00:00Z'],
  ['updatedAt', '2001-01-01T00:00:00Z'],
  ['comments', [{ id: 1, text: 'x' }]],
]
for (const [field, value] of IGNORED) {
  check(`ignores-${field}`, decision(4), `\`${field}\` in the request is ignored.`, async (api) => {
    const task = await api.create({ [field]: value })
    holds(JSON.stringify(task[field]) !== JSON.stringify(value), `another ${field} than the one in the request`, task)
  })
}
current('ignores-sortOrder', decision(4), '`sortOrder` in the request is ignored.', async (api) =>
  holds((await api.create({ sortOrder: 4711 })).sortOrder !== 4711, 'another sortOrder than 4711', 4711),
)
current('ignores-attachments', decision(4), '`attachments` in the request is ignored.', async (api) =>
  fields(await api.create({ attachments: [{ id: 1, fileName: 'x' }] }), { attachments: [] }),
)
check('ignores-any-value', decision(4), 'Ignored fields may have values of any type.', async (api) => {
  const fields = { id: 'x', sortOrder: 'first', comments: 5, attachments: 5, createdAt: 'never', updatedAt: null }
  status(await post(api, fields), 201)
})
check('ignores-unknown', decision(4), 'Unknown fields in the request are ignored.', async (api) => {
  const task = await api.create({ color: 'red', constructor: 1, toString: 'x', hasOwnProperty: 1, '': [] })
  holds(!Object.hasOwn(task, 'color'), 'a task without `color`', task)
})
check('location', decision(22), 'The 201 for a task has `Location` with the path of the task.', async (api) => {
  const { headers, json } = await api.send('POST /tasks?unknown=1', { json: TASK })
  const location = headers.get('location')
  const { pathname, search } = new URL(location ?? '', `http://host${api.path}/tasks`)
  equal(pathname + search, `${api.path}/tasks/${json?.id}`)
})
