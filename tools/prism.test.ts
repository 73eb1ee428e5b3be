/**
 * Runs the committed collections through Prism, which compares the traffic with the documents. The collections send
 * only valid requests, so every violation is an error, whether Prism finds it in a request or in a response. Prism skips
 * schemas that it cannot compile without a message; the tests with broken bodies prove that it skips none of a response.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import type { NewmanRunExecution } from 'newman'
import type { OpenAPIV3 } from 'openapi-types'
import { IS_FULL, sample } from '../test/kit/length.js'
import { BUGGY, DOCUMENTS, type PublishedDocument, V1, V2 } from './documents.js'
import { startPrism, VIOLATIONS, violationsIn } from './prism.js'
import { runCollection } from './run-collection.js'
import { ADMIN_TOKEN, type Service, startService } from './service.js'

/** Prism reads a list of files as a string. */
const LIST_OF_FILES =
  '[{"location":["request","body","files"],"severity":"Error","code":"type","message":"Request body property files must be array"}]'

for (const document of sample(DOCUMENTS, DOCUMENTS.length)) {
  test(`the traffic of ${document.name} matches its document`, async (t) => {
    const service = await startService()
    t.after(() => service.close())
    const run = await runThroughPrism(document, service)
    assert.deepEqual(run.failed, [])
    assert.deepEqual(
      violationsIn(run).filter((violation) => !violation.endsWith(`: ${LIST_OF_FILES}`)),
      [],
    )

    await t.test('Prism reports every response whose body is broken', async (t) => {
      const responses = run.executions.filter(({ response }) => response.headers.get('content-type')?.includes('json'))
      assert.notEqual(responses.length, 0)
      assert.deepEqual(await unreportedBodies(t, document, responses), [])
    })
  })
}

test('Prism reports the fault date-mix', { skip: !IS_FULL }, async (t) => {
  const service = await startService({ rates: { 'date-mix': 1 } })
  t.after(() => service.close())
  const violations = violationsIn(await runThroughPrism(BUGGY, service))
  assert.match(
    violations.join('\n'),
    /^Create a task: POST \/tasks returned 201: .*Response body property (created|updated)At must be string/m,
  )
})

test('Prism tells an invalid request from an invalid response', async (t) => {
  const service = await startService()
  t.after(() => service.close())
  const prism = await startPrism(V1.file, service.address + V1.path)
  t.after(() => prism.close())
  const response = await fetch(`${prism.address}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Pack the first orders', status: 'TODO', priority: 'low' }),
  })
  assert.equal(response.status, 400)
  const violations = JSON.parse(response.headers.get(VIOLATIONS) ?? '[]') as { location: string[] }[]
  assert.deepEqual(
    violations.map(({ location }) => location.join('.')),
    ['request.body.priority'],
  )
})

test('Prism validates bodies with the document of OpenAPI 3.1 as it is published (decision 77)', async (t) => {
  const service = await startService()
  t.after(() => service.close())
  const violationsWith = async (file: URL) => {
    const prism = await startPrism(file, service.address + V1.path, { isAdapted: false })
    t.after(() => prism.close())
    const response = await fetch(`${prism.address}/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Pack the first orders', status: 'TODO', labels: 'urgent' }),
    })
    assert.equal(response.status, 400)
    return response.headers.get(VIOLATIONS) ?? ''
  }
  assert.match(await violationsWith(V1.file31), /"location":\["request","body","labels"\]/)
  assert.equal(await violationsWith(V1.file), '', 'Prism cannot compile the schema of OpenAPI 3.0.3')
})

test('Prism returns the example that a request chooses by its name', async (t) => {
  const document = JSON.parse(readFileSync(V2.file, 'utf8')) as OpenAPIV3.Document
  const prism = await startPrism(V2.file)
  t.after(() => prism.close())
  const { responses = {} } = document.paths['/tasks/{id}']?.get ?? {}
  const named = [200, 400, 403, 404].flatMap((status) => {
    const { content } = responses[status] as OpenAPIV3.ResponseObject
    const examples = content?.['application/json']?.examples as Record<string, OpenAPIV3.ExampleObject>
    return Object.entries(examples).map(([name, { value }]) => ({ status, name, value }))
  })
  assert.ok(named.length > 8)
  for (const { status, name, value } of named) {
    const response = await fetch(`${prism.address}/tasks/1`, {
      headers: { authorization: 'Bearer token', prefer: `code=${status}, example=${name}` },
    })
    assert.equal(response.status, status)
    assert.deepEqual(await response.json(), value, name)
  }
})

async function runThroughPrism({ file, path, collection }: PublishedDocument, service: Service) {
  const prism = await startPrism(file, service.address + path)
  try {
    return await runCollection(JSON.parse(readFileSync(collection, 'utf8')), {
      baseUrl: prism.address,
      adminToken: ADMIN_TOKEN,
    })
  } finally {
    await prism.close()
  }
}

/** Repeats the responses with another body that matches no schema, and returns those that Prism does not report. */
async function unreportedBodies(t: test.TestContext, { file }: PublishedDocument, executions: NewmanRunExecution[]) {
  let status = 0
  const upstream = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('true')
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  t.after(() => upstream.close())
  const prism = await startPrism(file, `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`)
  t.after(() => prism.close())

  const unreported: string[] = []
  for (const { item, request, response } of executions) {
    status = response.code
    const reply = await fetch(prism.address + request.url.getPathWithQuery(), { method: request.method })
    await reply.arrayBuffer()
    if (!reply.headers.get(VIOLATIONS)?.includes('"location":["response","body"]')) unreported.push(item.name)
  }
  return unreported
}
