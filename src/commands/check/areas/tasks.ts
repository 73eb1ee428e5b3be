import { TASK, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal, fields, hasFields, holds } from '../expect.js'
import { ON_TASK } from '../operations.js'
import { returns } from '../returns.js'

/** Read and delete tasks, ids, and DELETE /tasks. */
export const tasks = area('tasks')
const { check, given, within, onTask } = tasks
const current = within(CURRENT)

/** In the earlier edition, buggy has no DELETE /tasks. */
const DELETE_ALL = { editions: ['current'] } as const
const deleteAll = within(DELETE_ALL)
const withTask = given((api) => api.create(), DELETE_ALL)

onTask('get-returns-200', spec(4), 'GET /tasks/{id} returns 200.', returns(200, 'GET /tasks/{id}'))
check('get-unknown', spec(7), 'GET of an unknown task returns 404.', returns(404, `GET /tasks/${UNKNOWN_ID}`))
onTask('delete-returns-204', spec(4), 'DELETE /tasks/{id} returns 204.', returns(204, 'DELETE /tasks/{id}'))
onTask('delete-has-no-body', spec(4), 'The response of DELETE /tasks/{id} is empty.', async (api, { id }) => {
  equal((await api.send(`DELETE /tasks/${id}`)).text, '')
})
onTask('delete-removes', spec(3), 'A deleted task is gone.', async (api, { id }) => {
  await api.send(`DELETE /tasks/${id}`)
  equal(await api.status(`GET /tasks/${id}`), 404)
})
onTask('delete-at-once', spec(7), 'If two requests delete a task at once, one returns 404.', async (api, { id }) => {
  const statuses = await Promise.all([1, 2].map(() => api.status(`DELETE /tasks/${id}`)))
  equal(statuses.sort(), [204, 404])
})
check('delete-keeps-others', spec(3), 'DELETE of a task keeps the other tasks.', async (api) => {
  const [kept, deleted] = await api.createAll({}, {})
  await api.send(`DELETE /tasks/${deleted}`)
  equal(await api.status(`GET /tasks/${kept}`), 200)
})
check('delete-unknown', spec(7), 'DELETE of an unknown task returns 404.', returns(404, `DELETE /tasks/${UNKNOWN_ID}`))
onTask('delete-twice', spec(7), 'The second DELETE of a task returns 404.', async (api, { id }) => {
  await api.send(`DELETE /tasks/${id}`)
  equal(await api.status(`DELETE /tasks/${id}`), 404)
})
onTask('delete-with-content-type', decision(7), 'DELETE accepts `Content-Type` with no body.', async (api, { id }) => {
  equal(await api.status(`DELETE /tasks/${id}`, { headers: { 'content-type': 'application/json' } }), 204)
})
deleteAll('delete-all-returns-204', spec(4), 'DELETE /tasks returns 204.', returns(204, 'DELETE /tasks'))
deleteAll('delete-all-has-no-body', spec(4), 'The response of DELETE /tasks is empty.', async (api) =>
  equal((await api.send('DELETE /tasks')).text, ''),
)
deleteAll('delete-all-removes', spec(1), 'DELETE /tasks deletes all tasks.', async (api) => {
  await api.createAll(...Array(21).fill({}), { status: 'DONE' }, { status: 'IN_PROGRESS' })
  await api.send('DELETE /tasks')
  fields(await api.page(), { content: [], totalElements: 0 })
})
deleteAll('delete-all-when-empty', spec(4), 'DELETE /tasks of an empty board returns 204.', async (api) => {
  await api.clear()
  equal(await api.status('DELETE /tasks'), 204)
})
withTask('delete-all-removes-comments', decision(24), 'DELETE /tasks deletes comments.', async (api, { id }) => {
  const comment = await api.comment(id)
  await api.send('DELETE /tasks')
  equal(await api.status(`PUT /tasks/${id}/comments/${comment.id}`, { json: { text: 'x' } }), 404)
})
withTask('delete-all-removes-attachments', decision(24), 'DELETE /tasks deletes attachments.', async (api, { id }) => {
  const [attachment] = await api.attach(id, { fileName: 'a' })
  await api.send('DELETE /tasks')
  equal(await api.status(`GET /tasks/${id}/attachments/${attachment.id}`), 404)
})
onTask('ids-not-reused', decision(21), 'The id of a deleted task is not used again.', async (api, { id }) => {
  await api.send(`DELETE /tasks/${id}`)
  const next = (await api.create()).id
  holds(next > id, `an id over ${id}`, next)
})
onTask('ids-not-reused-after-delete-all', decision(21), 'DELETE /tasks frees no ids.', async (api, { id }) => {
  await api.clear()
  const next = (await api.create()).id
  holds(next > id, `an id over ${id}`, next)
})

const IDS = [
  ...'abc 1.0 1e0 01 0 -1 +1 9007199254740992 0x1 %20 1%20 1_0 1,0 1. %31%2E'.split(' '),
  ...['9'.repeat(300), 'NaN', '%EF%BC%91', '1%00', '1%2F2', '1%3F', '__proto__'],
]
for (const id of IDS) {
  check(`id-${id.slice(0, 20)}`, decision(11), `The id \`${id.slice(0, 20)}\` is refused with 400.`, async (api) =>
    equal(await api.status(`GET /tasks/${id}`), 400),
  )
}
for (const [name, request, options, scope] of ON_TASK) {
  within(scope)(`${name}-invalid-id`, decision(11), `${request}: an invalid id is refused with 400.`, async (api) => {
    for (const id of ['01', '0', 'abc']) equal(await api.status(request.replace('{id}', id), options), 400)
  })
}
check('id-largest', decision(11), 'The id 9007199254740991 is valid: it returns 404.', async (api) =>
  equal(await api.status('GET /tasks/9007199254740991'), 404),
)
for (const from of ['TODO', 'IN_PROGRESS', 'DONE']) {
  for (const to of ['TODO', 'IN_PROGRESS', 'DONE']) {
    check(`${from}-to-${to}`, decision(21), `${to} may follow ${from}.`, async (api) => {
      const { id } = await api.create({ status: from })
      fields(await api.json(`PUT /tasks/${id}`, { json: { ...TASK, status: to } }), { status: to })
    })
  }
}
current('all-fields', spec(2), 'A task has the fields of the specification.', async (api) => {
  const { id } = await api.create()
  const names = [
    ...['id', 'title', 'description', 'status', 'priority', 'dueDate', 'sortOrder', 'labels', 'checklistItems'],
    ...['comments', 'attachments', 'createdAt', 'updatedAt'],
  ]
  hasFields(await api.task(id), names)
})
