import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { EDITIONS } from '../src/editions/index.js'
import { createOracles, multipart, type RequestOptions, type Service, startService } from './helper.js'
import { type DocumentedOperation, headersOf, operationsOf } from './openapi-operations.js'
import { openRenewableStore } from './renewable-store.js'

const NAMES = ['v1', 'v2', 'buggy']
/** Operations whose responses differ from the example: they contain tokens, or depend on a file. */
const DIFFERENT_FROM_EXAMPLE = ['login', 'refresh', 'uploadAttachments', 'downloadAttachment']
const UPLOAD = multipart([{ fileName: 'note.txt', type: 'text/plain', content: 'A note.' }])

// The examples show the demonstration board.
const { store, renew } = await openRenewableStore()
const services = await Promise.all(EDITIONS.map((edition) => startService(t, { edition, store })))

/** The documents of the variants in all editions. */
const DOCUMENTS = EDITIONS.flatMap((edition, index) =>
  NAMES.map((name) => ({ name, label: `${name}, ${edition.name} edition`, service: services[index] as Service })),
)

async function readDocument(name: string, service: Service): Promise<OpenAPIV3.Document> {
  return (await service.send(`GET /api/${name}/openapi.json`)).json
}

/** Returns the path of an operation with the examples of its parameters. */
function fillIn({ path, operation }: DocumentedOperation): string {
  const parameters = (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, String(parameter.example)), path)
}

/** Returns the documented example of a request, or a file for the upload. */
function exampleOf({ requestBody }: OpenAPIV3.OperationObject): RequestOptions {
  const { content = {} } = (requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>
  if ('multipart/form-data' in content) return UPLOAD
  const example = content['application/json']?.example
  return example === undefined ? {} : { json: structuredClone(example) }
}

for (const { name, label, service } of DOCUMENTS) {
  t.test(`${label}: every example of a request gives the documented response on the demonstration board`, async (t) => {
    const document = await readDocument(name, service)
    for (const request of operationsOf(document)) {
      await renew()
      const { method, operation } = request
      const options = exampleOf(operation)
      if (name === 'v2') {
        const { token, refreshToken } = await service.login()
        if (operation.security?.length !== 0) options.token = token
        if (operation.operationId === 'refresh' && operation.requestBody) options.json = { refreshToken }
      }
      // The example of a list is a page with one task.
      const query = operation.operationId === 'listTasks' ? '?size=1' : ''
      const url = `/api/${name}${fillIn(request)}${query}`
      const { status, headers, json } = await service.send(`${method} ${url}`, options)
      const success = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? ''
      const id = `${operation.operationId}`
      t.equal(String(status), success, id)
      const answer = operation.responses[success] as OpenAPIV3.ResponseObject
      const { content } = answer
      for (const [header, { example }] of headersOf(document, answer)) {
        t.equal(headers[header.toLowerCase()], example, `${id}: ${header}`)
      }
      if (DIFFERENT_FROM_EXAMPLE.includes(id)) continue
      t.same(json, content?.['application/json']?.example, `${id}: the response is the documented example`)
    }
  })

  t.test(`${label}: every example of a response matches the document`, async (t) => {
    const oracles = createOracles(service.app)
    const document = await readDocument(name, service)
    for (const documented of operationsOf(document)) {
      const { method, operation } = documented
      for (const [status, response] of Object.entries(operation.responses)) {
        const answer = response as OpenAPIV3.ResponseObject
        const { content } = answer
        const example = content?.['application/json']?.example
        if (example === undefined) continue
        const received = {
          status: Number(status),
          headers: {
            'content-type': 'application/json',
            ...Object.fromEntries(
              headersOf(document, answer).map(([header, { example }]) => [header.toLowerCase(), example]),
            ),
          },
          body: Buffer.from(JSON.stringify(example)),
        }
        const problems = oracles.flatMap((oracle) => oracle(method, `/api/${name}${fillIn(documented)}`, received))
        t.same(problems, [], `${operation.operationId} ${status}`)
        if (Number(status) >= 400) {
          t.equal(example.status, Number(status), `${operation.operationId} ${status}: status in the body`)
          t.match(example.path, new RegExp(`^/api/${name}/`), `${operation.operationId} ${status}: path`)
        }
      }
    }
  })
}
