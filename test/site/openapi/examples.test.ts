import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { EDITIONS } from '../../../src/api/editions/index.js'
import { fillIn, requestsOf } from '../../kit/documented-requests.js'
import { type Service, startService } from '../../kit/helper.js'
import { examplesOf, headersOf, operationsOf } from '../../kit/openapi-operations.js'
import { isOwnExample, PROVOCATIONS } from '../../kit/provocations.js'
import { openRenewableStore } from '../../kit/renewable-store.js'

const NAMES = ['v1', 'v2', 'buggy']
/** Operations whose responses contain tokens. */
const WITH_TOKENS = ['login', 'refresh']

// The examples show the demonstration board.
const { store, renew } = await openRenewableStore()
const services = await Promise.all(EDITIONS.map((edition) => startService(t, { edition, store })))

/** The documents of the variants in all editions. */
const DOCUMENTS = EDITIONS.flatMap((edition, index) =>
  NAMES.map((name) => ({
    name,
    label: `${name}, ${edition.name} edition`,
    service: services[index] as Service,
  })),
)

async function readDocument(name: string, service: Service): Promise<OpenAPIV3.Document> {
  return (await service.send(`GET /api/${name}/openapi.json`)).json
}

for (const { name, label, service } of DOCUMENTS) {
  t.test(`${label}: every example of a request gives the documented response on the demonstration board`, async (t) => {
    const document = await readDocument(name, service)
    let isChanged = true
    for (const documented of operationsOf(document)) {
      const { method, operation } = documented
      const [status = ''] = Object.keys(operation.responses).filter((code) => code.startsWith('2'))
      const response = operation.responses[status] as OpenAPIV3.ResponseObject
      const [mediaType = ''] = Object.keys(response.content ?? {})
      const requests = requestsOf(documented)
      const expected = examplesOf(response, mediaType)
      if (mediaType !== '') {
        t.same(
          Object.keys(expected).sort(),
          requests.map(({ name }) => name).sort(),
          `${operation.operationId}: a response for each request`,
        )
      }
      for (const { name: example, query, options: given } of requests) {
        // Requests that only read leave the board as it was.
        if (isChanged) await renew()
        isChanged = method !== 'GET'
        const id = `${operation.operationId} ${example}`
        const options = { ...given }
        if (name === 'v2') {
          const { token, refreshToken } = await service.login()
          if (operation.security?.length !== 0) options.token = token
          if (operation.operationId === 'refresh' && operation.requestBody) options.json = { refreshToken }
        }
        const reply = await service.send(`${method} /api/${name}${fillIn(documented)}${query}`, options)
        t.equal(String(reply.status), status, id)
        for (const [header, { example }] of headersOf(document, response)) {
          t.equal(reply.headers[header.toLowerCase()], example, `${id}: ${header}`)
        }
        if (mediaType === '' || WITH_TOKENS.includes(operation.operationId ?? '')) continue
        t.same(reply.json ?? String(reply.bytes), expected[example], `${id}: the response is the documented example`)
      }
    }
  })

  t.test(`${label}: every cause of an error gives the documented example`, async (t) => {
    const document = await readDocument(name, service)
    const provoked = new Set<string>()
    await renew()
    for (const documented of operationsOf(document)) {
      const { method, path, operation } = documented
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        for (const [cause, example] of Object.entries(examplesOf(response as OpenAPIV3.ResponseObject))) {
          const provoke = PROVOCATIONS[cause]
          if (provoke === undefined || !isOwnExample(`/api/${name}${path}`, example)) continue
          provoked.add(cause)
          const id = `${operation.operationId} ${status} ${cause}`
          const [{ options: usual }] = requestsOf(documented)
          const { token } = name === 'v2' ? await service.login() : {}
          const { query = '', ...options } = await provoke({ ...usual, token }, { service, operation, example })
          const reply = await service.send(`${method} ${example.path}${query}`, options)
          service.clock.now = Date.parse(example.timestamp)
          t.same({ ...reply.json, timestamp: example.timestamp }, example, id)
        }
      }
    }
    t.ok(provoked.size > 10)
  })
}

t.test('every cause of an error is provoked, except those that need a broken server', async (t) => {
  const causes = new Set<string>()
  for (const { name, service } of DOCUMENTS) {
    for (const { operation } of operationsOf(await readDocument(name, service))) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        for (const cause of Object.keys(examplesOf(response as OpenAPIV3.ResponseObject))) causes.add(cause)
      }
    }
  }
  t.same(
    [...causes].filter((cause) => !(cause in PROVOCATIONS)).sort(),
    // The accounts change only with a restart, and failed logins are limited only with accounts of their own.
    ['internal-error', 'store-unavailable', 'token-of-changed-account', 'too-busy', 'too-many-requests'],
  )
})
