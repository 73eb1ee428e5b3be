import t from 'tap'
import { FAULTS } from '../../../src/api/buggy/faults.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { type Json, startService } from '../../kit/helper.js'
import { operationsOf } from '../../kit/openapi-operations.js'

const OPEN_OPERATIONS = ['login', 'refresh']

const defaults = await startService(t, { rates: {} })
const before = await startService(t, { rates: {}, edition: earlier })

/** Returns the document of a variant from a service with default options. */
async function served(name: string, { send } = defaults): Promise<Json> {
  return (await send(`GET /api/${name}/openapi.json`)).json
}

for (const name of ['v1', 'buggy']) {
  t.test(`${name} requires no authentication (section 5)`, async (t) => {
    const document = await served(name)
    t.same(document.security, [])
    t.equal(document.components?.securitySchemes, undefined)
    for (const { operation } of operationsOf(document)) {
      t.ok(operation.security === undefined || operation.security.length === 0, `${operation.operationId}`)
      t.notOk('401' in operation.responses || '403' in operation.responses, `${operation.operationId}`)
    }
  })
}

t.test('v2 requires a token for every operation except login and refresh (section 5)', async (t) => {
  const document = await served('v2')
  t.match(document.components?.securitySchemes, {
    bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  })
  for (const { operation } of operationsOf(document)) {
    const isOpen = OPEN_OPERATIONS.includes(operation.operationId ?? '')
    t.same(operation.security, isOpen ? [] : [{ bearerAuth: [] }], `${operation.operationId}`)
    if (!isOpen) t.ok('403' in operation.responses, `${operation.operationId}`)
  }
})

t.test('the task operations of v2 are those of v1 with a token (section 9)', async (t) => {
  const strip = (document: Json) =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      path.startsWith('/auth')
        ? []
        : Object.entries<Json>(item).map(([method, { parameters, requestBody, responses }]) => {
            const { 401: _missing, 403: _refused, ...others } = responses
            return JSON.stringify([path, method, parameters, requestBody, others]).replaceAll('/api/v2', '/api/v1')
          }),
    )
  for (const service of [defaults, before]) {
    t.same(strip(await served('v2', service)), strip(await served('v1', service)))
  }
})

t.test('buggy has the contract of v1 (decision 35)', async (t) => {
  const v1: Json = await served('v1')
  const buggy: Json = await served('buggy')
  t.same(JSON.parse(JSON.stringify(buggy.paths).replaceAll('/api/buggy', '/api/v1')), v1.paths)
  t.same(JSON.parse(JSON.stringify(buggy.components).replaceAll('/api/buggy', '/api/v1')), v1.components)
  const tags = buggy.tags.filter(({ name }: Json) => name !== 'Faults of buggy')
  t.same(tags, v1.tags)
})

t.test('buggy of the earlier edition has the contract of v1 without delete-all (decision 88)', async (t) => {
  const v1: Json = await served('v1', before)
  const buggy: Json = await served('buggy', before)
  delete v1.paths['/tasks'].delete
  t.same(JSON.parse(JSON.stringify(buggy.paths).replaceAll('/api/buggy', '/api/v1')), v1.paths)
  t.same(JSON.parse(JSON.stringify(buggy.components).replaceAll('/api/buggy', '/api/v1')), v1.components)
})

t.test('v2 of the earlier edition documents a missing token with 401 (decision 86)', async (t) => {
  const document = await served('v2', before)
  for (const { operation } of operationsOf(document)) {
    const isOpen = operation.operationId === 'login'
    t.same(operation.security, isOpen ? [] : [{ bearerAuth: [] }], `${operation.operationId}`)
    t.ok('401' in operation.responses, `${operation.operationId}`)
    t.equal('403' in operation.responses, !isOpen, `${operation.operationId}`)
  }
})

/** Returns the text of a section of a document. */
function sectionOf(document: Json, name: string): string {
  return document.tags.find((tag: Json) => tag.name === name).description
}

t.test('the document of buggy has every fault with its rate (section 7)', async (t) => {
  const faults = sectionOf(await served('buggy'), 'Faults of buggy')
  for (const { name, rate } of FAULTS) {
    t.ok(faults.includes(`| \`${name}\` | ${Number((rate * 100).toFixed(4))}% |`), name)
  }
  t.match(faults, /2 to 5 seconds/)
})
