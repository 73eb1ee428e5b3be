import { TASK } from '../kit/api.js'
import { area, CURRENT, decision } from '../kit/check.js'
import { equal, fields } from '../kit/expect.js'

/** Methods, paths and bodies, whatever the operation. */
export const http = area('http')
const { check } = http

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
  check(
    `${name}-wrong-method`,
    decision(27),
    `PATCH ${path} returns 405.`,
    async (api) => equal(await api.status(`PATCH ${path}`), 405),
    scope,
  )
  check(
    `${name}-allow`,
    decision(27),
    `\`Allow\` of PATCH ${path} lists ${methods.join(', ')}.`,
    async (api) => {
      const allow = (await api.send(`PATCH ${path}`)).headers.get('allow') ?? ''
      // HEAD belongs to GET. Implementations may list it.
      const listed = allow.split(/\s*,\s*/).filter((method) => !['HEAD', 'OPTIONS'].includes(method))
      equal(listed.sort(), methods)
    },
    scope,
  )
}
check('unknown-path', decision(27), 'An unknown path returns 404.', async (api) =>
  equal(await api.status('GET /nothing'), 404),
)
check('unknown-subpath', decision(27), 'An unknown path below a task returns 404.', async (api) =>
  equal(await api.status('GET /tasks/1/nothing'), 404),
)
check('slash-at-end', decision(51), '`/tasks/` returns 404.', async (api) =>
  equal(await api.status('GET /tasks/'), 404),
)
check('undecodable-path', decision(27), 'A path that cannot be decoded returns 400.', async (api) =>
  equal(await api.status('GET /tasks/%ff'), 400),
)
check('undecodable-query', decision(47), 'A query that cannot be decoded returns 400.', async (api) =>
  equal(await api.status('GET /tasks?search=%ff'), 400),
)
check('charset', decision(7), '`application/json; charset=UTF-8` is accepted.', async (api) =>
  equal(await api.status('POST /tasks', post('application/json; charset=UTF-8')), 201),
)
check('utf-8', decision(7), 'Bodies are read as UTF-8.', async (api) =>
  fields((await api.send('POST /tasks', post('application/json', '{"title": "Ümläut ☂", "status": "TODO"}'))).json, {
    title: 'Ümläut ☂',
  }),
)
check('text-plain', decision(7), 'A body as `text/plain` is refused with 415.', async (api) =>
  equal(await api.status('POST /tasks', post('text/plain')), 415),
)
check('form', decision(7), 'A form is refused with 415.', async (api) =>
  equal(await api.status('POST /tasks', post('application/x-www-form-urlencoded', 'title=x&status=TODO')), 415),
)
check('xml', decision(7), 'XML is refused with 415.', async (api) =>
  equal(await api.status('POST /tasks', post('application/xml', '<task/>')), 415),
)
check('malformed-json', decision(7), 'Malformed JSON is refused with 400.', async (api) =>
  equal(await api.status('POST /tasks', post('application/json', '{"title": "x",')), 400),
)
check('trailing-text', decision(7), 'Text after the JSON is refused with 400.', async (api) =>
  equal(await api.status('POST /tasks', post('application/json', `${body} x`)), 400),
)
check('single-quotes', decision(7), 'Single quotes are refused with 400.', async (api) =>
  equal(await api.status('POST /tasks', post('application/json', body.replaceAll('"', "'"))), 400),
)
check('missing-body', decision(7), 'A missing body is refused with 400.', async (api) =>
  equal(await api.status('POST /tasks', { headers: { 'content-type': 'application/json' } }), 400),
)
check('not-utf-8', decision(39), 'A body that is not UTF-8 is refused with 400.', async (api) =>
  equal(
    await api.status('POST /tasks', post('application/json', Buffer.from(body.replace('task', '\xff'), 'latin1'))),
    400,
  ),
)
check('too-large', decision(7), 'A JSON body over 1 MiB is refused with 413.', async (api) => {
  const content = JSON.stringify({ ...TASK, unknown: 'x'.repeat(1_048_576) })
  equal(await api.status('POST /tasks', post('application/json', content)), 413)
})
check('largest', decision(7), 'A JSON body of just under 1 MiB is accepted.', async (api) => {
  const content = JSON.stringify({ ...TASK, unknown: 'x'.repeat(1_048_000) })
  equal(await api.status('POST /tasks', post('application/json', content)), 201)
})
check('content-encoding', decision(52), 'A body with `Content-Encoding: gzip` is refused with 415.', async (api) =>
  equal(await api.status('POST /tasks', post('application/json', body, { 'content-encoding': 'gzip' })), 415),
)
check('deep', decision(60), 'A body with 65 levels is refused with 400.', async (api) => {
  const content = `{"title":"x","status":"TODO","unknown":${'['.repeat(64)}${']'.repeat(64)}}`
  equal(await api.status('POST /tasks', post('application/json', content)), 400)
})
check('prototype', decision(4), '`__proto__` in a body is ignored.', async (api) => {
  const content = '{"title":"x","status":"TODO","__proto__":{"priority":"LOW"}}'
  const { status, json } = await api.send('POST /tasks', post('application/json', content))
  equal({ status, priority: json?.priority }, { status: 201, priority: 'MEDIUM' })
})
check('get-with-content-type', decision(7), 'GET accepts `Content-Type` without a body.', async (api) =>
  equal(await api.status('GET /tasks', { headers: { 'content-type': 'application/json' } }), 200),
)
