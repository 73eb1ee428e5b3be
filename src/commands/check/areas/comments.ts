import { type Api, UNKNOWN_ID } from '../api.js'
import { area, decision, type Section, spec } from '../check.js'
import type { Json } from '../exchange.js'
import { equal, fields, hasFields, holds, isInteger, isTimestamp, status } from '../expect.js'
import { returns } from '../returns.js'

/** The comments of a task. */
export const comments = area('comments')
const { check, later, onTask, afterCreation } = comments

const COMMENT = { json: { text: 'A comment' } }
const texts = async (api: Api, id: number) => (await api.task(id)).comments.map(({ text }: Json) => text)

onTask('create-returns-201', spec(7), 'Creating a comment returns 201.', async (api, { id }) => {
  status(await api.send(`POST /tasks/${id}/comments`, COMMENT), 201)
})
onTask('create-returns-comment', decision(23), 'Creating a comment returns the comment.', async (api, { id }) => {
  fields(await api.json(`POST /tasks/${id}/comments`, COMMENT), { text: 'A comment' })
})
onTask('fields', decision(23), 'A comment has the fields of the specification.', async (api, { id }) => {
  hasFields((await api.send(`POST /tasks/${id}/comments`, COMMENT)).json, ['createdAt', 'id', 'text', 'updatedAt'])
})
onTask('appears-on-task', spec(2), 'A comment appears on its task.', async (api, { id }) => {
  await api.comment(id, 'Hello')
  fields((await api.task(id)).comments[0], { text: 'Hello' })
})
onTask('id-is-integer', spec(2), 'The server assigns an integer id.', async (api, { id }) => {
  await api.comment(id)
  isInteger((await api.task(id)).comments[0].id)
})
for (const field of ['createdAt', 'updatedAt']) {
  onTask(`${field}-format`, spec(2), `\`${field}\` of a comment has the format of timestamps.`, async (api, { id }) => {
    await api.comment(id)
    isTimestamp((await api.task(id)).comments[0][field])
  })
}
onTask('in-order', decision(93), 'A new comment is appended to those of the task.', async (api, { id }) => {
  for (const text of ['first', 'second', 'third']) await api.comment(id, text)
  equal(await texts(api, id), ['first', 'second', 'third'])
})
onTask('at-once', decision(93), 'Simultaneous comments are all stored.', async (api, { id }) => {
  await Promise.all(['first', 'second'].map((text) => api.comment(id, text)))
  equal((await texts(api, id)).sort(), ['first', 'second'])
})
onTask('update-returns-200', decision(23), 'Updating a comment returns 200.', async (api, { id }) => {
  const comment = await api.comment(id)
  status(await api.send(`PUT /tasks/${id}/comments/${comment.id}`, COMMENT), 200)
})
onTask('update-returns-comment', decision(23), 'Updating a comment returns the comment.', async (api, { id }) => {
  const comment = await api.comment(id)
  const updated = await api.json(`PUT /tasks/${id}/comments/${comment.id}`, { json: { text: 'New' } })
  fields(updated, { id: comment.id, text: 'New', createdAt: comment.createdAt })
})
onTask('update-changes-text', spec(4), 'Updating a comment changes its text.', async (api, { id }) => {
  await api.comment(id, 'Old')
  const comment = (await api.task(id)).comments[0]
  await api.send(`PUT /tasks/${id}/comments/${comment.id}`, { json: { text: 'New' } })
  fields((await api.task(id)).comments[0], { id: comment.id, text: 'New' })
})
onTask('delete-returns-204', decision(23), 'Deleting a comment returns 204.', async (api, { id }) => {
  const comment = await api.comment(id)
  equal(await api.status(`DELETE /tasks/${id}/comments/${comment.id}`), 204)
})
onTask('delete-removes', spec(4), 'A deleted comment is gone, and the others stay.', async (api, { id }) => {
  for (const text of ['first', 'second']) await api.comment(id, text)
  const first = (await api.task(id)).comments.find(({ text }: Json) => text === 'first')
  await api.send(`DELETE /tasks/${id}/comments/${first.id}`)
  equal(await texts(api, id), ['second'])
})
onTask('ignores-fields', decision(4), 'The id and the timestamps in the request are ignored.', async (api, { id }) => {
  const { json } = await api.send(`POST /tasks/${id}/comments`, { json: { text: 'x', id: 4711, createdAt: 'never' } })
  holds(json?.id !== 4711 && json?.createdAt !== 'never', 'another id and another createdAt', json)
  const updated = await api.json(`PUT /tasks/${id}/comments/${json.id}`, { json: { ...json, updatedAt: 5, text: 'y' } })
  fields(updated, { id: json.id, text: 'y', createdAt: json.createdAt })
})
onTask('longest', decision(9), 'A comment may have 1000 characters.', async (api, { id }) => {
  fields(await api.comment(id, '🚀'.repeat(1000)), { text: '🚀'.repeat(1000) })
})
onTask('text-as-sent', decision(8), 'The text of a comment is stored exactly as sent.', async (api, { id }) => {
  await api.comment(id, ' <b>x</b>\n& "y" ')
  fields((await api.task(id)).comments[0], { text: ' <b>x</b>\n& "y" ' })
})

const REFUSED: [name: string, section: Section, title: string, json: object][] = [
  ['text-missing', decision(9), 'The text of a comment is required.', {}],
  ['text-empty', decision(9), 'An empty comment is refused.', { text: '' }],
  ['text-blank', decision(8), 'A comment of spaces is refused.', { text: '  ' }],
  ['text-null', decision(9), '`text: null` is refused.', { text: null }],
  ['text-number', decision(5), 'A number is not converted to a comment.', { text: 5 }],
  ['text-too-long', decision(9), 'A comment of 1001 characters is refused.', { text: 'x'.repeat(1001) }],
  ['text-list', decision(5), 'A list is not a comment.', { text: ['x'] }],
  ['text-null-character', decision(39), 'A comment with U+0000 is refused.', { text: 'a\0b' }],
  ['text-lone-surrogate', decision(39), 'A comment with an unpaired surrogate is refused.', { text: 'a\ud800' }],
]
for (const [name, section, title, json] of REFUSED) {
  onTask(`create-${name}`, section, title, returns(400, 'POST /tasks/{id}/comments', { json }))
  onTask(`update-${name}`, section, `PUT: ${title}`, async (api, { id }) => {
    const comment = await api.comment(id)
    equal(await api.status(`PUT /tasks/${id}/comments/${comment.id}`, { json }), 400)
  })
}

check('create-unknown-task', spec(7), 'A comment on an unknown task returns 404.', async (api) =>
  equal(await api.status(`POST /tasks/${UNKNOWN_ID}/comments`, COMMENT), 404),
)
for (const method of ['PUT', 'DELETE']) {
  const options = method === 'PUT' ? COMMENT : {}
  onTask(`${method}-unknown`, decision(24), `${method} of an unknown comment returns 404.`, async (api, { id }) => {
    const { status, json } = await api.send(`${method} /tasks/${id}/comments/${UNKNOWN_ID}`, options)
    const message = `Comment not found with id: ${UNKNOWN_ID}`
    equal({ status, message: json?.message }, { status: 404, message })
  })
  check(`${method}-of-other-task`, decision(24), `${method} of a comment of another task returns 404.`, async (api) => {
    const [first, second] = await api.createAll({}, {})
    const comment = await api.comment(first as number)
    equal(await api.status(`${method} /tasks/${second}/comments/${comment.id}`, options), 404)
    equal((await api.task(first as number)).comments, [comment])
  })
  check(`${method}-unknown-task`, spec(7), `${method} of a comment of an unknown task returns 404.`, async (api) =>
    equal(await api.status(`${method} /tasks/${UNKNOWN_ID}/comments/1`, options), 404),
  )
  onTask(`${method}-invalid-id`, decision(11), `${method} of the comment \`abc\` returns 400.`, async (api, { id }) => {
    equal(await api.status(`${method} /tasks/${id}/comments/abc`, options), 400)
  })
}
onTask('delete-with-task', decision(24), 'The comments of a deleted task are gone.', async (api, { id }) => {
  const comment = await api.comment(id)
  await api.send(`DELETE /tasks/${id}`)
  equal(await api.status(`PUT /tasks/${id}/comments/${comment.id}`, COMMENT), 404)
})

async function commented(api: Api): Promise<{ task: Json; comment: Json }> {
  const task = await api.create()
  return { task, comment: await api.comment(task.id) }
}
const afterComment = later(commented)
afterComment(
  'update-refreshes-updated-at',
  decision(23),
  'Updating a comment refreshes its `updatedAt`.',
  async (api, { task, comment }) => {
    const { updatedAt } = await api.json(`PUT /tasks/${task.id}/comments/${comment.id}`, { json: { text: 'New' } })
    holds(Date.parse(updatedAt) > Date.parse(comment.updatedAt), `updatedAt after ${comment.updatedAt}`, updatedAt)
  },
)
afterComment('update-keeps-created-at', decision(23), 'PUT keeps `createdAt`.', async (api, { task, comment }) => {
  const updated = await api.json(`PUT /tasks/${task.id}/comments/${comment.id}`, { json: { text: 'New' } })
  fields(updated, { createdAt: comment.createdAt })
})
afterCreation(
  'create-keeps-task-updated-at',
  decision(22),
  'A new comment does not change `updatedAt` of its task.',
  async (api, { id, updatedAt }) => {
    await api.comment(id)
    fields(await api.task(id), { updatedAt })
  },
)
afterComment(
  'changes-keep-task-updated-at',
  decision(22),
  'A changed and a deleted comment do not change `updatedAt` of the task.',
  async (api, { task, comment }) => {
    await api.send(`PUT /tasks/${task.id}/comments/${comment.id}`, COMMENT)
    await api.send(`DELETE /tasks/${task.id}/comments/${comment.id}`)
    fields(await api.task(task.id), { updatedAt: task.updatedAt })
  },
)
