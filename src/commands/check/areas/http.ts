import { type Api, type RequestOptions, TASK, UNKNOWN_ID } from '../api.js'
import { area, CURRENT, decision, RELIABLE, type Section } from '../check.js'
import { equal, fields } from '../expect.js'
import { returns } from '../returns.js'

/** Methods, paths and bodies, whatever the operation. */
export const http = area('http')
const { check, within } = http
const reliable = within(RELIABLE)

const JSON_TYPE = 'application/json'
const body = JSON.stringify(TASK)
const post = (contentType: string, content: string | Buffer = body, headers = {}) => ({
  body: content,
  headers: { 'content-type': contentType, ...headers },
})

const ALLOWED: [path: string, methods: string[], scope?: typeof CURRENT][] = [
  ['/tasks', ['DELETE', 'GET', 'POST'], CURRENT],
  ['/tasks/1', ['DELETE', 'GET', 'PUT']],
  ['/tasks/summary', ['GET']],
  ['/tasks/1/reorder', ['POST'], CURRENT],
  ['/tasks/1/comments', ['POST']],
  ['/tasks/1/comments/1', ['DELETE', 'PUT']],
  ['/tasks/1/attachments', ['POST'], CURRENT],
]
for (const [path, methods, scope] of ALLOWED) {
  const name = path.slice(1).replaceAll('/', '-')
  within(scope)(`${name}-wrong-method`, decision(27), `PATCH ${path} returns 405.`, returns(405, `PATCH ${path}`))
  const title = `\`Allow\` of PATCH ${path} lists ${methods.join(', ')}.`
  within(scope)(`${name}-allow`, decision(27), title, async (api) => {
    const allow = (await api.send(`PATCH ${path}`)).headers.get('allow') ?? ''
    // HEAD belongs to GET. Implementations may list it.
    const listed = allow.split(/\s*,\s*/).filter((method) => !['HEAD', 'OPTIONS'].includes(method))
    equal(listed.sort(), methods)
  })
}
check('unknown-path', decision(27), 'An unknown path returns 404.', returns(404, 'GET /nothing'))
check('unknown-subpath', decision(27), 'An unknown path below a task returns 404.', async (api) =>
  equal(await api.status('GET /tasks/1/nothing'), 404),
)
check('slash-at-end', decision(51), '`/tasks/` returns 404.', returns(404, 'GET /tasks/'))
check('undecodable-path', decision(27), 'A path that cannot be decoded returns 400.', returns(400, 'GET /tasks/%ff'))
check('undecodable-query', decision(47), 'A query that cannot be decoded returns 400.', async (api) =>
  equal(await api.status('GET /tasks?search=%ff'), 400),
)
check('utf-8', decision(7), 'Bodies are read as UTF-8.', async (api) =>
  fields((await api.send('POST /tasks', post(JSON_TYPE, '{"title": "Ümläut ☂", "status": "TODO"}'))).json, {
    title: 'Ümläut ☂',
  }),
)
/** A body of a task whose unknown field has this many levels. */
const nested = (levels: number) => `{"title":"x","status":"TODO","unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`

/** Bodies that are sent to `POST /tasks`. */
const SENT: [name: string, section: Section, title: string, status: number, type: string, content?: string][] = [
  ['charset', decision(7), '`application/json; charset=UTF-8` is accepted.', 201, 'application/json; charset=UTF-8'],
  ['text-plain', decision(7), 'A body as `text/plain` is refused with 415.', 415, 'text/plain'],
  ['form', decision(7), 'A form is refused with 415.', 415, 'application/x-www-form-urlencoded', 'title=x&status=TODO'],
  ['xml', decision(7), 'XML is refused with 415.', 415, 'application/xml', '<task/>'],
  ['malformed-json', decision(7), 'Malformed JSON is refused with 400.', 400, JSON_TYPE, '{"title": "x",'],
  ['trailing-text', decision(7), 'Text after the JSON is refused with 400.', 400, JSON_TYPE, `${body} x`],
  ['single-quotes', decision(7), 'Single quotes are refused with 400.', 400, JSON_TYPE, body.replaceAll('"', "'")],
  ['deepest', decision(60), 'A body with 64 levels is accepted.', 201, JSON_TYPE, nested(63)],
  ['deep', decision(60), 'A body with 65 levels is refused with 400.', 400, JSON_TYPE, nested(64)],
]
for (const [name, section, title, status, type, content] of SENT) {
  check(name, section, title, returns(status, 'POST /tasks', post(type, content)))
}
for (const type of ['text/json', 'application/json-patch+json', 'application/octet-stream']) {
  check(type, decision(7), `A body as \`${type}\` is refused with 415.`, returns(415, 'POST /tasks', post(type)))
}

/** The operations that require a JSON body. */
const WITH_BODY: [name: string, request: string, json: object, status: number, scope?: typeof CURRENT][] = [
  ['create', 'POST /tasks', TASK, 201],
  ['replace', 'PUT /tasks/{id}', TASK, 200],
  ['reorder', 'POST /tasks/{id}/reorder', { targetStatus: 'DONE', targetIndex: 0 }, 200, CURRENT],
  ['comment', 'POST /tasks/{id}/comments', { text: 'x' }, 201],
  ['change-comment', 'PUT /tasks/{id}/comments/{commentId}', { text: 'x' }, 200],
]
for (const [name, request, json, success, scope] of WITH_BODY) {
  /** Sends the request to a task with a comment. */
  const statusOf = async (api: Api, options: RequestOptions) => {
    const { id } = await api.create()
    const path = request.replace('{id}', id).replace('{commentId}', (await api.comment(id)).id)
    return api.status(path, options)
  }
  within(scope)(`missing-body-${name}`, decision(7), `${request}: a missing body is refused with 400.`, async (api) => {
    equal(await statusOf(api, { headers: { 'content-type': JSON_TYPE } }), 400)
    equal(await statusOf(api, {}), 400)
  })
  within(scope)(`body-array-${name}`, decision(5), `${request}: an array is refused with 400.`, async (api) =>
    equal(await statusOf(api, { json: [json] }), 400),
  )
  const ignores = `${request}: unknown and read-only fields are ignored.`
  within(scope)(`ignores-fields-${name}`, decision(4), ignores, async (api) =>
    equal(await statusOf(api, { json: { ...json, id: 'x', createdAt: 5, constructor: [] } }), success),
  )
  if (name === 'create') continue
  const isFirst = `${request}: an invalid body is 400 even for an unknown task.`
  within(scope)(`invalid-before-unknown-${name}`, decision(17), isFirst, async (api) => {
    const path = request.replaceAll(/\{\w+\}/g, String(UNKNOWN_ID))
    equal(await api.status(path, { json: {} }), 400)
    equal(await api.status(path, post(JSON_TYPE, '{')), 400)
  })
}

/** Hexadecimal bytes that are not UTF-8: stray, truncated, overlong, a surrogate, and beyond Unicode. */
const NOT_UTF_8 = ['ff', 'c3', '80', 'c080', 'e08080', 'eda080', 'f4908080']
reliable('not-utf-8', decision(39), 'A body that is not UTF-8 is refused with 400.', async (api) => {
  for (const hex of NOT_UTF_8) {
    for (const field of ['title', 'unknown']) {
      const [before = '', after = ''] = JSON.stringify({ status: 'TODO', title: 'A task', [field]: '|' }).split('|')
      const content = Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)])
      equal(await api.status('POST /tasks', post(JSON_TYPE, content)), 400)
    }
  }
})

/** A valid body of this many bytes. Its last field has characters of two bytes each. */
function bodyOf(bytes: number): string {
  const rest = bytes - JSON.stringify({ ...TASK, unknown: '' }).length
  return JSON.stringify({ ...TASK, unknown: 'é'.repeat(rest / 2) + 'x'.repeat(rest % 2) })
}
check('too-large', decision(7), 'A JSON body over 1 MiB is refused with 413.', async (api) =>
  equal(await api.status('POST /tasks', post(JSON_TYPE, bodyOf(1_048_577))), 413),
)
check('largest', decision(7), 'A JSON body of 1 MiB is accepted.', async (api) =>
  equal(await api.status('POST /tasks', post(JSON_TYPE, bodyOf(1_048_576))), 201),
)
check('content-encoding', decision(52), 'A body with `Content-Encoding: gzip` is refused with 415.', async (api) =>
  equal(await api.status('POST /tasks', post(JSON_TYPE, body, { 'content-encoding': 'gzip' })), 415),
)
check('identity', decision(52), 'A body with `Content-Encoding: identity` is accepted.', async (api) =>
  equal(await api.status('POST /tasks', post(JSON_TYPE, body, { 'content-encoding': 'identity' })), 201),
)
check('prototype', decision(4), '`__proto__` in a body is ignored.', async (api) => {
  const content = '{"title":"x","status":"TODO","__proto__":{"priority":"LOW"}}'
  const { status, json } = await api.send('POST /tasks', post(JSON_TYPE, content))
  equal({ status, priority: json?.priority }, { status: 201, priority: 'MEDIUM' })
})
check('get-with-content-type', decision(7), 'GET accepts `Content-Type` without a body.', async (api) =>
  equal(await api.status('GET /tasks', { headers: { 'content-type': JSON_TYPE } }), 200),
)
