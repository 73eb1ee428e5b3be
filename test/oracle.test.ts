import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { type Answer, createOracle } from './oracle.js'

const DOCUMENT: OpenAPIV3.Document = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: '/api' }],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            description: 'The thing.',
            headers: { Location: { schema: { type: 'string', pattern: '^/api/' } } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: {
            description: 'There is no such thing.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'It is gone.' } } },
    },
    '/things/first': {
      get: {
        operationId: 'getFirst',
        responses: { 200: { description: 'A file.', content: { '*/*': { schema: { type: 'string' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Error: {
        type: 'object',
        required: ['status', 'message'],
        properties: {
          status: { type: 'integer' },
          message: { type: 'string' },
          errors: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
      Thing: {
        type: 'object',
        required: ['id', 'name', 'at'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', nullable: true },
          at: { type: 'string', format: 'date-time' },
          day: { type: 'string', format: 'date' },
          part: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        },
      },
    },
  },
}

const THING = { id: 1, name: 'One', at: '2026-03-02T08:30:00Z' }
const HEADERS = { 'content-type': 'application/json', location: '/api/things/1' }

const oracle = createOracle(DOCUMENT)

function answerOf({ status = 200, headers = HEADERS as Answer['headers'], body = THING as object | string }) {
  return { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
}

/** The error of a status. */
function errorOf(status: number, headers: object = {}, body: object = {}) {
  return answerOf({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: { status, message: 'No.', ...body },
  })
}

const RIGHT: [what: string, method: string, path: string, answer: Answer][] = [
  ['what is documented', 'GET', '/api/things/1', answerOf({})],
  ['null where it is allowed', 'GET', '/api/things/1', answerOf({ body: { ...THING, name: null } })],
  ['an optional field', 'GET', '/api/things/1', answerOf({ body: { ...THING, day: '2028-02-29' } })],
  ['a common header', 'GET', '/api/things/1', answerOf({ headers: { ...HEADERS, 'x-request-id': '1' } })],
  [
    'no body where none is documented',
    'DELETE',
    '/api/things/1',
    answerOf({ status: 204, headers: {}, body: '' }),
  ],
  ['any media type', 'GET', '/api/things/first', answerOf({ headers: { 'content-type': 'a/b' }, body: 'x' })],
  ['an error of its status', 'GET', '/api/things/1', errorOf(404)],
  ['an unknown path', 'GET', '/api/nothing', errorOf(404)],
  ['what is no operation, to HEAD', 'HEAD', '/api/nothing', answerOf({ status: 404, body: '' })],
  ['the document', 'GET', '/api/openapi.json', answerOf({ headers: {}, body: '{}' })],
  ['a request that does not arrive', 'GET', '/api/things/1', errorOf(408)],
  ['a path of elsewhere', 'GET', '/things/1', answerOf({ status: 418 })],
  ['a wrong method', 'PATCH', '/api/things/1', errorOf(405, { allow: 'GET, HEAD, DELETE' })],
]

for (const [what, method, path, answer] of RIGHT) {
  t.test(`the oracle lets pass ${what}`, async (t) => {
    t.same(oracle(method, path, answer), [])
  })
}

const { name: _, ...NAMELESS } = THING
const WRONG: [what: string, answer: Answer, problem: RegExp][] = [
  ['a missing field', answerOf({ body: NAMELESS }), /^getThing 200: .*required property 'name'/],
  ['an extra field', answerOf({ body: { ...THING, extra: 1 } }), /additional properties.*"extra"/],
  ['an extra field inside', answerOf({ body: { ...THING, part: { id: 1, x: 1 } } }), /\/part .*"x"/],
  ['a missing field inside', answerOf({ body: { ...THING, part: {} } }), /\/part .*'id'/],
  ['a wrong type', answerOf({ body: { ...THING, id: '1' } }), /\/id must be integer/],
  ['null where it is not allowed', answerOf({ body: { ...THING, id: null } }), /\/id must be integer/],
  ['an integer timestamp', answerOf({ body: { ...THING, at: 1_772_440_200 } }), /\/at must be string/],
  [
    'a timestamp with fractions',
    answerOf({ body: { ...THING, at: '2026-03-02T08:30:00.1Z' } }),
    /\/at .*format/,
  ],
  [
    'a timestamp elsewhere',
    answerOf({ body: { ...THING, at: '2026-03-02T08:30:00+01:00' } }),
    /\/at .*format/,
  ],
  ['a day that does not exist', answerOf({ body: { ...THING, day: '2026-02-29' } }), /\/day .*format/],
  ['an array', answerOf({ body: [THING] }), /must be object/],
  ['an undocumented status', answerOf({ status: 202 }), /^getThing 202: the status is not documented$/],
  [
    'an undocumented header',
    answerOf({ headers: { ...HEADERS, server: 'x' } }),
    /^getThing 200: the header server is not documented$/,
  ],
  [
    'a missing documented header',
    answerOf({ headers: { 'content-type': 'application/json' } }),
    /^getThing 200: the header location is missing$/,
  ],
  [
    'a wrong media type',
    answerOf({ headers: { ...HEADERS, 'content-type': 'text/plain' } }),
    /^getThing 200: the media type text\/plain is not documented$/,
  ],
  ['a wrong value of a header', answerOf({ headers: { ...HEADERS, location: 'x' } }), /location must match/],
  [
    'a wrong encoding',
    answerOf({ headers: { ...HEADERS, 'content-type': 'application/json; charset=latin1' } }),
    /the media type .*latin1 is not documented/,
  ],
  ['an hour that does not exist', answerOf({ body: { ...THING, at: '2026-03-02T24:00:00Z' } }), /\/at /],
  ['an error of another status', errorOf(404, {}, { status: 200 }), /the body has the status 200/],
  ['errors of fields where none is wrong', errorOf(404, {}, { errors: { a: 'b' } }), /errors of fields/],
  ['a garbled refusal before the operation', errorOf(431, {}, { status: undefined }), /'status'/],
  ['no media type', answerOf({ headers: { location: '/api/' } }), /the media type {2}is not documented/],
]

for (const [what, answer, problem] of WRONG) {
  t.test(`the oracle catches ${what}`, async (t) => {
    const problems = oracle('GET', '/api/things/1', answer)
    t.equal(problems.length, 1)
    t.match(problems[0], problem)
  })
}

for (const [what, method, path, answer, problem] of [
  ['an encoded path', 'GET', '/api/%74hings/1', answerOf({ status: 202 }), /the status is not documented/],
  ['an absolute URL', 'GET', 'http://x/api/things/1', answerOf({ status: 202 }), /the status is not/],
  ['an unknown path', 'GET', '/api/nothing', answerOf({ status: 404 }), /required property 'status'/],
  ['a status that no refusal has', 'PATCH', '/api/things/1', errorOf(418), /no operation with this status/],
  ['a header that no refusal has', 'GET', '/api/nothing', errorOf(404, { server: 'x' }), /header server/],
] as const) {
  t.test(`the oracle sees what is wrong at ${what}`, async (t) => {
    const problems = oracle(method, path, answer)
    t.match(problems.join(), problem)
  })
}

t.test('the oracle catches a media type where there is no body', async (t) => {
  const answer = answerOf({ status: 204, headers: { 'content-type': 'text/plain' }, body: '' })
  t.same(oracle('DELETE', '/api/things/1', answer), ['deleteThing 204: there is a media type, and no body'])
})

t.test('the oracle catches a day that is no day', async (t) => {
  const problems = oracle('GET', '/api/things/1', answerOf({ body: { ...THING, day: 'today' } }))
  t.match(problems[0], /\/day .*format/)
})

t.test('the oracle catches a body where none is documented', async (t) => {
  const answer = answerOf({ status: 204, headers: {}, body: '{}' })
  t.same(oracle('DELETE', '/api/things/1', answer), [
    'deleteThing 204: there is a body, and none is documented',
  ])
})

t.test('the oracle catches everything at once', async (t) => {
  const answer = answerOf({
    headers: { 'content-type': 'application/json', server: 'x' },
    body: { ...THING, id: '1' },
  })
  t.equal(oracle('GET', '/api/things/1', answer).length, 3)
})

t.test('the oracle leaves the document that it is given alone', async (t) => {
  const before = JSON.stringify(DOCUMENT)
  createOracle(DOCUMENT)('GET', '/api/things/1', answerOf({}))
  t.equal(JSON.stringify(DOCUMENT), before)
})
