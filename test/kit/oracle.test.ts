import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { createOracle, type ReceivedResponse } from './oracle.js'

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
            content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
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
      ErrorResponse: {
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

function responseOf({
  status = 200,
  headers = HEADERS as ReceivedResponse['headers'],
  body = THING as object | string,
}) {
  return { status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
}

/** A response with an error. */
function errorOf(status: number, headers: object = {}, body: object = {}) {
  return responseOf({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: { status, message: 'No.', ...body },
  })
}

const RIGHT: [what: string, response: ReceivedResponse, request?: string][] = [
  ['a documented response', responseOf({})],
  ['null where it is allowed', responseOf({ body: { ...THING, name: null } })],
  ['an optional field', responseOf({ body: { ...THING, day: '2028-02-29' } })],
  ['a common header', responseOf({ headers: { ...HEADERS, 'x-request-id': '1' } })],
  ['no body where none is documented', responseOf({ status: 204, headers: {}, body: '' }), 'DELETE /api/things/1'],
  ['any type of a download', responseOf({ headers: { 'content-type': 'a/b' }, body: 'x' }), 'GET /api/things/first'],
  ['a documented error', errorOf(404)],
  ['an unknown path', errorOf(404), 'GET /api/nothing'],
  ['a HEAD request to an unknown path', responseOf({ status: 404, body: '' }), 'HEAD /api/nothing'],
  ['the document itself', responseOf({ headers: {}, body: '{}' }), 'GET /api/openapi.json'],
  ['a request that timed out', errorOf(408)],
  ['a path outside the document', responseOf({ status: 418 }), 'GET /things/1'],
  ['a wrong method', errorOf(405, { allow: 'GET, HEAD, DELETE' }), 'PATCH /api/things/1'],
]

for (const [what, response, request = 'GET /api/things/1'] of RIGHT) {
  t.test(`accepts ${what}`, async (t) => {
    const [method = '', path = ''] = request.split(' ')
    t.same(oracle(method, path, response), [])
  })
}

const { name: _, ...NAMELESS } = THING
const WRONG: [what: string, response: ReceivedResponse, problem: RegExp][] = [
  ['a missing field', responseOf({ body: NAMELESS }), /^getThing 200: .*required property 'name'/],
  ['an extra field', responseOf({ body: { ...THING, extra: 1 } }), /additional properties.*"extra"/],
  ['an extra field in a nested object', responseOf({ body: { ...THING, part: { id: 1, x: 1 } } }), /\/part .*"x"/],
  ['null where it is not allowed', responseOf({ body: { ...THING, id: null } }), /\/id must be integer/],
  ['an integer timestamp', responseOf({ body: { ...THING, at: 1_772_440_200 } }), /\/at must be string/],
  ['a timestamp with fractions', responseOf({ body: { ...THING, at: '2026-03-02T08:30:00.1Z' } }), /\/at .*format/],
  ['a timestamp with an offset', responseOf({ body: { ...THING, at: '2026-03-02T08:30:00+01:00' } }), /\/at .*format/],
  ['a day that does not exist', responseOf({ body: { ...THING, day: '2026-02-29' } }), /\/day .*format/],
  ['an undocumented status', responseOf({ status: 202 }), /^getThing 202: the status is not documented$/],
  [
    'an undocumented header',
    responseOf({ headers: { ...HEADERS, server: 'x' } }),
    /^getThing 200: the header server is not documented$/,
  ],
  [
    'a missing documented header',
    responseOf({ headers: { 'content-type': 'application/json' } }),
    /^getThing 200: the header location is missing$/,
  ],
  [
    'a wrong media type',
    responseOf({ headers: { ...HEADERS, 'content-type': 'text/plain' } }),
    /^getThing 200: the media type text\/plain is not documented$/,
  ],
  ['a wrong value of a header', responseOf({ headers: { ...HEADERS, location: 'x' } }), /location must match/],
  [
    'a wrong encoding',
    responseOf({ headers: { ...HEADERS, 'content-type': 'application/json; charset=latin1' } }),
    /the media type .*latin1 is not documented/,
  ],
  ['an hour that does not exist', responseOf({ body: { ...THING, at: '2026-03-02T24:00:00Z' } }), /\/at /],
  ['an error body with another status', errorOf(404, {}, { status: 200 }), /the body has the status 200/],
  ['field errors with a status other than 400', errorOf(404, {}, { errors: { a: 'b' } }), /errors of fields/],
  ['an invalid error before the operation', errorOf(431, {}, { status: undefined }), /'status'/],
  ['no media type', responseOf({ headers: { location: '/api/' } }), /the media type {2}is not documented/],
]

for (const [what, response, problem] of WRONG) {
  t.test(`reports ${what}`, async (t) => {
    const problems = oracle('GET', '/api/things/1', response)
    t.equal(problems.length, 1)
    t.match(problems[0], problem)
  })
}

for (const [what, method, path, response, problem] of [
  ['an encoded path', 'GET', '/api/%74hings/1', responseOf({ status: 202 }), /the status is not documented/],
  ['an absolute URL', 'GET', 'http://x/api/things/1', responseOf({ status: 202 }), /the status is not/],
  ['an unknown path', 'GET', '/api/nothing', responseOf({ status: 404 }), /required property 'status'/],
  ['an undocumented status', 'PATCH', '/api/things/1', errorOf(418), /no operation with this status/],
  ['an undocumented header', 'GET', '/api/nothing', errorOf(404, { server: 'x' }), /header server/],
] as const) {
  t.test(`reports a problem for ${what}`, async (t) => {
    const problems = oracle(method, path, response)
    t.match(problems.join(), problem)
  })
}

t.test('reports a media type without a body', async (t) => {
  const response = responseOf({ status: 204, headers: { 'content-type': 'text/plain' }, body: '' })
  t.same(oracle('DELETE', '/api/things/1', response), ['deleteThing 204: there is a media type, and no body'])
})

t.test('reports an undocumented body', async (t) => {
  const response = responseOf({ status: 204, headers: {}, body: '{}' })
  t.same(oracle('DELETE', '/api/things/1', response), ['deleteThing 204: there is a body, and none is documented'])
})

t.test('reports all problems together', async (t) => {
  const response = responseOf({
    headers: { 'content-type': 'application/json', server: 'x' },
    body: { ...THING, id: '1' },
  })
  t.equal(oracle('GET', '/api/things/1', response).length, 3)
})
