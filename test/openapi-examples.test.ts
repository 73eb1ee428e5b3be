import type { OpenAPIV3 } from 'openapi-types'
import t, { type Test } from 'tap'
import { createOracles, multipart, type RequestOptions, type Service, startService } from './helper.js'
import { type DocumentedOperation, operationsOf } from './openapi-operations.js'

const NAMES = ['v1', 'v2', 'buggy']
/** Answers that hold tokens, or that depend on a file which the document does not show. */
const NOT_REPEATABLE = ['login', 'refresh', 'uploadAttachments', 'downloadAttachment']
const UPLOAD = multipart([{ fileName: 'note.txt', type: 'text/plain', content: 'A note.' }])

/** A service with the demonstration board, which the examples speak of, and a document of it. */
async function startDemo(t: Test, name: string): Promise<{ service: Service; document: OpenAPIV3.Document }> {
  const service = await startService(t, { demoData: true })
  const { json } = await service.send(`GET /api/${name}/openapi.json`)
  return { service, document: json }
}

/** A documented request, its parameters filled in from their examples. */
function fillIn({ path, operation }: DocumentedOperation): string {
  const parameters = (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, String(parameter.example)), path)
}

/** The documented example of a request, with a file where it is an upload. */
function exampleOf({ requestBody }: OpenAPIV3.OperationObject): RequestOptions {
  const { content = {} } = (requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>
  if ('multipart/form-data' in content) return UPLOAD
  const example = content['application/json']?.example
  return example === undefined ? {} : { json: structuredClone(example) }
}

for (const name of NAMES) {
  t.test(`${name}: every documented request works on the demonstration board as documented`, async (t) => {
    const { document } = await startDemo(t, name)
    for (const request of operationsOf(document)) {
      const { service } = await startDemo(t, name)
      const { method, operation } = request
      const options = exampleOf(operation)
      if (name === 'v2') {
        const { token, refreshToken } = await service.login()
        if (operation.security?.length !== 0) options.token = token
        if (operation.operationId === 'refresh') options.json = { refreshToken }
      }
      // The example of a list is a page of one.
      const query = operation.operationId === 'listTasks' ? '?size=1' : ''
      const url = `/api/${name}${fillIn(request)}${query}`
      const { status, headers, json } = await service.send(`${method} ${url}`, options)
      const success = Object.keys(operation.responses).find((code) => code.startsWith('2')) ?? ''
      const id = `${operation.operationId}`
      t.equal(String(status), success, id)
      const { content, headers: documented = {} } = operation.responses[success] as OpenAPIV3.ResponseObject
      for (const [header, { example }] of Object.entries(
        documented as Record<string, OpenAPIV3.HeaderObject>,
      )) {
        t.equal(headers[header.toLowerCase()], example, `${id}: ${header}`)
      }
      if (NOT_REPEATABLE.includes(id)) continue
      t.same(json, content?.['application/json']?.example, `${id}: the answer is the documented example`)
    }
  })

  t.test(`${name}: every example of an answer is one that the document allows`, async (t) => {
    const { service, document } = await startDemo(t, name)
    const oracles = createOracles(service.app)
    for (const documented of operationsOf(document)) {
      const { method, operation } = documented
      for (const [status, response] of Object.entries(operation.responses)) {
        const { content, headers = {} } = response as OpenAPIV3.ResponseObject
        const example = content?.['application/json']?.example
        if (example === undefined) continue
        const answer = {
          status: Number(status),
          headers: {
            'content-type': 'application/json',
            ...Object.fromEntries(
              Object.entries(headers).map(([header, published]) => [
                header.toLowerCase(),
                (published as OpenAPIV3.HeaderObject).example,
              ]),
            ),
          },
          body: Buffer.from(JSON.stringify(example)),
        }
        const problems = oracles.flatMap((oracle) =>
          oracle(method, `/api/${name}${fillIn(documented)}`, answer),
        )
        t.same(problems, [], `${operation.operationId} ${status}`)
        if (Number(status) >= 400) {
          t.equal(example.status, Number(status), `${operation.operationId} ${status}: the status inside`)
          t.match(example.path, new RegExp(`^/api/${name}/`), `${operation.operationId} ${status}: the path`)
        }
      }
    }
  })
}
