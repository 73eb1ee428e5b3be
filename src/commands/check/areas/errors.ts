import { type Api, TASK, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, spec } from '../check.js'
import { equal, fields, holds, isInteger, matches, status } from '../expect.js'
import { ON_TASK } from '../operations.js'

/** The bodies of errors. */
export const errors = area('errors')
const { check, within } = errors
const current = within(CURRENT)

/** Returns the names of the fields in the `errors` of a response. */
async function offending(api: Api, request: string, json?: unknown): Promise<string[]> {
  return Object.keys((await api.send(request, { json })).json?.errors ?? {}).sort()
}

/** Requests that fail, one for each kind of error. */
const FAILURES: [name: string, request: string, options: object, status: number, reason: string][] = [
  ['unknown-task', `GET /tasks/${UNKNOWN_ID}`, {}, 404, 'Not Found'],
  ['invalid-task', 'POST /tasks', { json: { status: 'TODO' } }, 400, 'Bad Request'],
  ['invalid-query', 'GET /tasks?size=0', {}, 400, 'Bad Request'],
  ['malformed-json', 'POST /tasks', { body: '{', headers: { 'content-type': 'application/json' } }, 400, 'Bad Request'],
  ['wrong-method', 'PATCH /tasks', {}, 405, 'Method Not Allowed'],
  ['unknown-path', 'GET /nothing', {}, 404, 'Not Found'],
]
for (const [name, request, options, code, reason] of FAILURES) {
  const isSpecified = ['unknown-task', 'invalid-task'].includes(name)
  const [method, url = ''] = request.split(' ')
  const what = `${method} ${url.replace(String(UNKNOWN_ID), '{unknown}')} (${name.replace('-', ' ')})`
  const section = isSpecified ? spec(2) : decision(27)
  const ofType = isSpecified ? 'specification, introduction' : decision(27)
  check(`${name}-media-type`, ofType, `${what}: the error is sent as JSON.`, async (api) =>
    matches((await api.send(request, options)).headers.get('content-type'), /^application\/(problem\+)?json\b/i),
  )
  check(`${name}-status`, section, `${what}: \`status\` is the integer ${code}.`, async (api) => {
    const { status, json } = await api.send(request, options)
    equal({ status, body: json?.status }, { status: code, body: code })
  })
  check(`${name}-error`, section, `${what}: \`error\` is "${reason}".`, async (api) =>
    fields((await api.send(request, options)).json, { error: reason }),
  )
  check(`${name}-message`, section, `${what}: \`message\` is a text.`, async (api) =>
    matches((await api.send(request, options)).json?.message, /\S/),
  )
  check(`${name}-path`, decision(27), `${what}: \`path\` is the path without the query.`, async (api) =>
    fields((await api.send(request, options)).json, { path: api.path + url.replace(/\?.*/, '') }),
  )
  check(`${name}-timestamp`, decision(27), `${what}: \`timestamp\` is a timestamp.`, async (api) => {
    const { json } = await api.send(request, options)
    holds(!Number.isNaN(Date.parse(json?.timestamp)), 'an ISO 8601 timestamp', json)
  })
}

check('path-if-present', spec(2), 'If an error has a `path`, it is that of the request.', async (api) => {
  const { json } = await api.send(`GET /tasks/${UNKNOWN_ID}`)
  holds(json?.path === undefined || json.path.endsWith(`/tasks/${UNKNOWN_ID}`), `…/tasks/${UNKNOWN_ID}`, json)
})
check('unknown-task-id', spec(7), 'The message for an unknown task contains its id.', async (api) =>
  matches((await api.send(`GET /tasks/${UNKNOWN_ID}`)).json?.message, new RegExp(`${UNKNOWN_ID}`)),
)
for (const [name, request, options, scope] of ON_TASK) {
  const title = `${request}: the message is "Task not found with id: N".`
  within(scope)(`not-found-message-${name}`, decision(28), title, async (api) => {
    const { status, json } = await api.send(request.replace('{id}', String(UNKNOWN_ID)), options)
    equal({ status, message: json?.message }, { status: 404, message: `Task not found with id: ${UNKNOWN_ID}` })
  })
}
check('validation-message', spec(4), 'The message of a validation error states that validation failed.', async (api) =>
  matches((await api.send('POST /tasks', { json: {} })).json?.message, /validation.*fail|fail.*validation/i),
)
check('validation-message-exact', decision(28), 'The message is "Validation failed".', async (api) =>
  fields((await api.send('POST /tasks', { json: {} })).json, { message: 'Validation failed' }),
)
check('errors-names-field', spec(4), '`errors` maps the offending field to a message.', async (api) => {
  const { json } = await api.send('POST /tasks', { json: { ...TASK, title: '' } })
  matches(json?.errors?.title, /\S/)
})
check('errors-only-offending', spec(4), '`errors` does not name valid fields.', async (api) => {
  equal(await offending(api, 'POST /tasks', { ...TASK, title: '' }), ['title'])
})
current('errors-title', decision(28), '`errors.title` has one message, whatever is wrong.', async (api) => {
  for (const title of [undefined, null, '', '  ', 5, 'x'.repeat(101)]) {
    const { json } = await api.send('POST /tasks', { json: { status: 'TODO', title } })
    equal(json?.errors, { title: 'Title is required and must be between 1 and 100 characters' })
  }
})
check('errors-title-bounds', spec(4), 'The message for the title says it is required, and its bounds.', async (api) => {
  const { json } = await api.send('POST /tasks', { json: { ...TASK, title: '' } })
  matches(json?.errors?.title, /required.*\b1\b.*\b[12]00\b/i)
})
check('errors-has-all', decision(27), '`errors` has all offending fields at once.', async (api) => {
  const json = { title: '', status: 'NONE', priority: 'NONE', description: 5 }
  equal(await offending(api, 'POST /tasks', json), ['description', 'priority', 'status', 'title'])
})
check('errors-of-query', decision(12), '`errors` names invalid query parameters.', async (api) => {
  const found = await offending(api, 'GET /tasks?size=0&page=-1&status=NONE&priority=&sort=color')
  equal(found, ['page', 'priority', 'size', 'sort', 'status'])
})
check('errors-key-of-label', decision(28), 'Keys are written like `labels[1]`.', async (api) => {
  equal(await offending(api, 'POST /tasks', { ...TASK, labels: ['x', ''] }), ['labels[1]'])
})
check('errors-key-of-body', decision(41), 'A body that is not an object is named `body`.', async (api) => {
  equal(await offending(api, 'POST /tasks', [TASK]), ['body'])
})
check('errors-keys-of-path', decision(27), '`errors` names all ids that are not valid.', async (api) => {
  equal(await offending(api, 'PUT /tasks/0/comments/x', {}), ['commentId', 'id', 'text'])
})
current('errors-key-of-item', decision(28), 'Keys are written like `checklistItems[0].text`.', async (api) => {
  equal(await offending(api, 'POST /tasks', { ...TASK, checklistItems: [{ text: '', done: true }] }), [
    'checklistItems[0].text',
  ])
})
check('errors-of-path-and-body', decision(41), '`errors` names fields of the path and of the body.', async (api) => {
  equal(await offending(api, 'PUT /tasks/abc', { ...TASK, title: '' }), ['id', 'title'])
})
check('no-errors-without-validation', spec(2), 'Only validation errors have `errors`.', async (api) => {
  const { json } = await api.send(`GET /tasks/${UNKNOWN_ID}`)
  holds(json !== undefined && json?.errors === undefined, 'an error without `errors`', json)
})
check('status-is-integer', spec(2), '`status` of an error is an integer.', async (api) =>
  isInteger((await api.send(`GET /tasks/${UNKNOWN_ID}`)).json?.status),
)
check('no-internals', decision(27), 'Errors do not reveal stack traces or SQL.', async (api) => {
  const { text } = await api.send('POST /tasks', {
    body: '{"title": ',
    headers: { 'content-type': 'application/json' },
  })
  holds(!/\bat .+:\d+|\bselect\b|exception/i.test(text), 'an error without internals', text)
})
check('unknown-task-is-404', spec(7), 'A request for an unknown task returns 404.', async (api) =>
  status(await api.send(`GET /tasks/${UNKNOWN_ID}`), 404),
)
check('invalid-task-is-400', spec(7), 'A request with invalid fields returns 400.', async (api) =>
  status(await api.send('POST /tasks', { json: { title: '', status: 'TODO' } }), 400),
)
