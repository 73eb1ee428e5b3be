import { isDeepStrictEqual } from 'node:util'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { type Json, type Service, startService } from '../../kit/helper.js'

/** What the service writes into the built documents. */

const SUFFIXES = ['.json', '.yaml', '-3.1.json', '-3.1.yaml']

/** Returns the parsed document in all formats. JSON and YAML must be the same. */
async function documentsAt(t: Test, { send }: Service, path: string): Promise<Json[]> {
  const texts = await Promise.all(SUFFIXES.map(async (suffix) => String((await send(`GET ${path}${suffix}`)).bytes)))
  const documents = texts.map((text) => parse(text))
  t.ok(isDeepStrictEqual(documents[0], documents[1]), `${path} in YAML`)
  t.ok(isDeepStrictEqual(documents[2], documents[3]), `${path} in YAML, OpenAPI 3.1`)
  return documents
}

/** Returns the responses of an operation by status, with references resolved. */
function responsesOf(document: Json, method: string, path: string): Record<string, Json> {
  const entries = Object.entries<Json>(document.paths[path][method].responses).map(([status, response]) => [
    status,
    response.$ref === undefined ? response : document.components.responses[response.$ref.split('/').at(-1)],
  ])
  return Object.fromEntries(entries)
}

t.test('the document of v2 names the default accounts, and no accounts of the server', async (t) => {
  const usual = await startService(t)
  for (const { info } of await documentsAt(t, usual, '/api/v2/openapi'))
    t.match(info.description, /`admin`\/`admin123`/)
  const accounts = [
    { username: 'zoe', password: 'the secret of zoe', role: 'ADMIN' as const },
    { username: 'max', password: 'the secret of max', role: 'USER' as const },
  ] as const
  const service = await startService(t, { accounts, accessTokenTtl: 77 })
  for (const { info, paths } of await documentsAt(t, service, '/api/v2/openapi')) {
    t.notMatch(info.description, 'Accounts')
    const { requestBody, responses } = paths['/auth/login'].post
    t.strictSame(
      Object.values<Json>(requestBody.content['application/json'].examples).map(({ value }) => value),
      [
        { username: 'ada', password: 'the password of ada' },
        { username: 'grace', password: 'the password of grace' },
      ],
    )
    const examples = Object.values<Json>(responses[200].content['application/json'].examples)
    t.strictSame(
      examples.map(({ value: { username, expiresIn } }) => [username, expiresIn]),
      [
        ['ada', 77],
        ['grace', 77],
      ],
    )
    t.equal(paths['/auth/refresh'].post.responses[200].content['application/json'].examples.default.value.expiresIn, 77)
  }
})

t.test('the document of buggy has the rates and the delay of the server', async (t) => {
  const service = await startService(t, { rates: { 'server-error': 0.0123, 'date-mix': 0 }, delay: [500, 1500] })
  for (const { tags } of await documentsAt(t, service, '/api/buggy/openapi')) {
    const { description } = tags.find(({ name }: Json) => name === 'Faults of buggy')
    t.match(description, '| `server-error` | 1.23% |')
    t.match(description, '| `date-mix` | 0% |')
    t.match(description, /\| `slow-response` \| [1-9]\d*% \|/, 'the default')
    t.match(description, 'delayed by 0.5 to 1.5 seconds')
  }
})

t.test('operations have 429 and 507 where limits are configured, and 404 and 423 on private boards', async (t) => {
  const statusesOf = (document: Json, method: string, path: string) =>
    Object.keys(responsesOf(document, method, path)).filter((status) => ['404', '423', '429', '507'].includes(status))
  // A service of its own, with requests to the default board.
  const local = await startService(t, { rates: {} })
  for (const document of await documentsAt(t, local, '/api/v1/openapi')) {
    t.strictSame(statusesOf(document, 'post', '/tasks'), [])
  }
  const limited = await startService(t, { isLocal: false })
  for (const document of await documentsAt(t, limited, '/api/v1/openapi')) {
    t.strictSame(statusesOf(document, 'post', '/tasks'), ['429', '507'])
    t.strictSame(statusesOf(document, 'get', '/tasks'), ['429'])
    const { headers, content } = responsesOf(document, 'get', '/tasks')[429]
    for (const { $ref } of Object.values<Json>(headers)) t.ok(document.components.headers[$ref.split('/').at(-1)], $ref)
    t.equal(content['application/json'].examples['too-many-requests'].value.status, 429)
  }
  const { id } = (await local.send('POST /boards')).json
  for (const document of await documentsAt(t, local, `/b/${id}/api/v1/openapi`)) {
    t.strictSame(statusesOf(document, 'post', '/tasks'), ['404', '423', '429', '507'])
    t.strictSame(statusesOf(document, 'get', '/tasks'), ['404', '429'])
    const { description, content } = responsesOf(document, 'get', '/tasks/{id}')[404]
    t.equal(description, 'The task does not exist.')
    const { examples } = content['application/json']
    t.strictSame(Object.keys(examples).sort(), ['board-not-found', 'task-not-found'])
    t.equal(examples['board-not-found'].value.path, `/b/${id}/api/v1/tasks/1`)
  }
})
