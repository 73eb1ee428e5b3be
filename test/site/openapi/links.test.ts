import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { EDITIONS } from '../../../src/api/editions/index.js'
import { fillIn, requestsOf } from '../../kit/documented-requests.js'
import { type Json, type Service, startService } from '../../kit/helper.js'
import { type DocumentedOperation, operationsOf } from '../../kit/openapi-operations.js'

const ADMIN_TOKEN = 'the-token-of-the-administrator-of-this-test'

const services = await Promise.all(EDITIONS.map((edition) => startService(t, { edition, adminToken: ADMIN_TOKEN })))

/** The documents whose operations create something. The management API is the same in all editions. */
const DOCUMENTS = EDITIONS.flatMap(({ name: edition }, index) => {
  const service = services[index] as Service
  const variants = ['v1', 'v2', 'buggy'].map((name) => ({ name, edition, prefix: `/api/${name}`, service }))
  return index === 0 ? [...variants, { name: 'boards', edition, prefix: '', service }] : variants
})

/** Evaluates a runtime expression on a request and its response (OpenAPI 3.0.3, Link Object). */
function evaluate(expression: string, path: Record<string, unknown>, body: Json): unknown {
  const [, source, key = ''] = /^\$(request\.path\.|response\.body#\/)(.+)$/.exec(expression) ?? []
  return source === 'request.path.' ? path[key] : key.split('/').reduce((value, step) => value?.[step], body)
}

function successOf({ operation }: DocumentedOperation): string {
  return Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? ''
}

for (const { name, edition, prefix, service } of DOCUMENTS) {
  t.test(`${name}, ${edition} edition: every link leads to what the operation has created`, async (t) => {
    const { json: document } = await service.send(`GET ${prefix || '/control'}/openapi.json`)
    const operations = operationsOf(document)
    let followed = 0
    for (const source of operations) {
      const { links = {} } = source.operation.responses[successOf(source)] as OpenAPIV3.ResponseObject
      for (const [target, link] of Object.entries(links as Record<string, OpenAPIV3.LinkObject>)) {
        const linked = operations.find(({ operation }) => operation.operationId === link.operationId)
        t.ok(linked, `${target} is an operation`)
        if (linked === undefined) continue

        const { path, token } = await start(service, name, source)
        const created = await send(source, path, token)
        t.equal(String(created.status), successOf(source), String(source.operation.operationId))
        const values = Object.entries(link.parameters ?? {}).map(([parameter, expression]) => [
          parameter,
          evaluate(expression, path, created.json),
        ])
        const { ownerToken, boards, trainerSecret } = created.json
        const secret = ownerToken ?? boards?.[0]?.ownerToken ?? trainerSecret ?? token
        const { status } = await send(linked, Object.fromEntries(values), secret)
        t.equal(String(status), successOf(linked), `${source.operation.operationId} → ${target}`)
        followed++
      }
    }
    t.ok(followed >= (name === 'boards' ? 20 : 5))
  })

  function send(documented: DocumentedOperation, path: Record<string, unknown>, token: string | undefined) {
    const [{ options }] = requestsOf(documented)
    return service.send(`${documented.method} ${prefix}${fillIn(documented, path)}`, {
      ...options,
      ...(token !== undefined && { token }),
    })
  }
}

/** Creates what the path of an operation names. Returns the values of the path, and the token that it requires. */
async function start(
  { send, login, createTask }: Service,
  name: string,
  { path, operation }: DocumentedOperation,
): Promise<{ path: Record<string, unknown>; token?: string }> {
  if (name !== 'boards') {
    return { path: { id: (await createTask()).id }, ...(name === 'v2' && { token: (await login()).token }) }
  }
  if (!path.includes('{id}')) return { path: {}, token: ADMIN_TOKEN }
  const { json } = await send('POST /classes', {
    json: { name: String(operation.operationId), names: ['Ada'] },
    token: ADMIN_TOKEN,
  })
  return { path: { id: json.id }, token: json.trainerSecret }
}
