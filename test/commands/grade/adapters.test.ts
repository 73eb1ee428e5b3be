import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ADAPTERS } from '../../../src/commands/grade/tools/adapters.js'
import { checkNameOf, statusIn } from '../../../src/commands/grade/tools/finding.js'
import { operationIn, operationOf } from '../../../src/commands/grade/tools/operations.js'
import { ENDED, read } from './read-report.js'

t.test('the operation of a request is its id in the OpenAPI documents', async (t) => {
  for (const variant of ['v1', 'v2']) {
    const file = join(import.meta.dirname, `../../../openapi/${variant}.json`)
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, object>> }
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(methods) as [string, { operationId?: string }][]) {
        if (operationId === undefined) continue
        t.equal(operationOf(method, path), operationId)
        const url = `http://127.0.0.1:4000/b/abc/api/${variant}${path.replace(/\{\w+\}/g, '7')}?size=1`
        t.equal(operationOf(method, url), operationId, url)
      }
    }
  }
})

t.test('a request that no operation handles is named by its method and its path without ids', async (t) => {
  t.equal(operationOf('patch', '/api/v1/tasks/17/comments/3'), 'PATCH /tasks/{}/comments/{}')
  t.equal(operationOf('GET', '/api/v12/tasks'), 'GET /api/v12/tasks')
  t.equal(operationIn('1. POST http://127.0.0.1:1/api/v1/tasks?x=1 fails'), 'createTask')
  t.equal(operationIn('Tasks > GET (200) /tasks/{id}'), 'getTask')
  t.equal(operationIn('Creates a task'), undefined)
})

t.test('the name of a check has no values that differ between two runs', async (t) => {
  t.equal(checkNameOf(`expected "a" to be 'b' at http://127.0.0.1:1/x\nmore`), 'expected {text} to be {text} at {url}')
  t.equal(checkNameOf("It doesn't fit: 0e6b3b52-8d6f-4b6a-9d3c-0123456789ab, 17"), "It doesn't fit: {id}, {n}")
  t.equal(checkNameOf('x'.repeat(500)).length, 120)
})

t.test('the status of a response is found in the text of a failure', async (t) => {
  t.equal(statusIn('expected response to have status code 201 but got 200'), 200)
  t.equal(statusIn('AssertionError: status: 404'), 404)
  t.equal(statusIn('[503] Service Unavailable'), 503)
  t.equal(statusIn('expected 3 tasks'), null)
})

t.test('HAR: server errors, missing responses and comments are findings', async (t) => {
  const entry = (status: number, more: object = {}) => ({
    request: { method: 'GET', url: 'http://127.0.0.1:1/api/v1/tasks/1' },
    response: { status },
    ...more,
  })
  const failed = (status: number, more: object) => entry(status, { response: { status, ...more } })
  const entries = [
    entry(200),
    entry(500),
    entry(0),
    failed(-1, { _failureText: 'net::ERR_EMPTY_RESPONSE' }),
    failed(200, { _failureText: 'net::ERR_CONTENT_LENGTH_MISMATCH' }),
    failed(201, { _error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' }),
    entry(200, { comment: 'Schema: 3 errors' }),
  ]
  t.strictSame(read(ADAPTERS.har, JSON.stringify({ log: { entries } })), [
    { operation: 'getTask', status: 500, check: 'server error' },
    { operation: 'getTask', status: 0, check: 'no response' },
    { operation: 'getTask', status: 0, check: 'no response' },
    { operation: 'getTask', status: 200, check: 'incomplete response' },
    { operation: 'getTask', status: 201, check: 'incomplete response' },
    { operation: 'getTask', status: 200, check: 'Schema: {n} errors' },
  ])
})

t.test('NDJSON: lines with a check are findings', async (t) => {
  const lines = [
    { check: 'status is 201', method: 'POST', url: '/api/v1/tasks', status: 200 },
    { check: 'schema', operation: 'GET /tasks/5' },
    { check: 'schema', operation: 'listTasks', status: '200' },
    { check: 'crash' },
    { type: 'Metric', metric: 'http_reqs' },
  ]
  t.strictSame(read(ADAPTERS.ndjson, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n\n{"check": "cu`), [
    { operation: 'createTask', status: 200, check: 'status is {n}' },
    { operation: 'getTask', status: null, check: 'schema' },
    { operation: 'listTasks', status: null, check: 'schema' },
    { operation: 'all', status: null, check: 'crash' },
  ])
})

t.test('NDJSON: the failed checks in the events of Schemathesis are findings', async (t) => {
  const failure = { name: 'status_code_conformance', status: 'failure' }
  const recorder = {
    label: 'POST /tasks',
    checks: { a: [{ name: 'not_a_server_error', status: 'success' }, failure], b: [failure], c: [failure] },
    interactions: {
      a: { request: { method: 'POST', uri: 'http://127.0.0.1:1/api/v1/tasks' }, response: { status_code: 200 } },
      b: { request: { method: 'GET', uri: 'http://127.0.0.1:1/api/v1/tasks/1' }, response: null },
    },
  }
  const lines = [
    { Initialize: { seed: 1 } },
    { ScenarioFinished: { recorder } },
    { ScenarioFinished: {} },
    { ScenarioFinished: { recorder: {} } },
    { NonFatalError: { value: { type: 'ConnectionError' }, label: 'GET /tasks', related_to_operation: true } },
    { NonFatalError: null },
  ]
  const { name: check } = failure
  t.strictSame(read(ADAPTERS.ndjson, lines.map((line) => JSON.stringify(line)).join('\n')), [
    { operation: 'createTask', status: 200, check },
    { operation: 'getTask', status: null, check },
    { operation: 'createTask', status: null, check },
    { operation: 'listTasks', status: null, check: 'ConnectionError' },
    { operation: 'all', status: null, check: 'error' },
  ])
})

t.test('NDJSON: values of other types are ignored', async (t) => {
  const deep = `{"check": "a", "operation": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const scenario = (recorder: unknown) => JSON.stringify({ ScenarioFinished: { recorder } })
  const failure = { name: 'a', status: 'failure' }
  const lines = [
    deep,
    '{"check": "a", "operation": {"toString": 1}, "method": 1, "url": [], "status": "500"}',
    '{"check": {}}',
    '{"ScenarioFinished": null}',
    scenario(null),
    scenario({ checks: null, interactions: null }),
    scenario({ checks: { a: null, b: 1, c: [null, 1, { name: 1, status: 'failure' }] } }),
    scenario({ label: 1, checks: { a: [failure] }, interactions: { a: { request: { method: 1 }, response: 1 } } }),
  ]
  const finding = { operation: 'all', status: null, check: 'a' }
  t.strictSame(read(ADAPTERS.ndjson, lines.join('\n')), [finding, finding, finding])
})

t.test('exit codes: a tool that fails has one finding', async (t) => {
  const { read } = ADAPTERS['exit-code']
  t.strictSame(read({ ...ENDED, exitCode: 0 }), [])
  const failure = { operation: 'all', status: null }
  t.strictSame(read({ ...ENDED, exitCode: 3 }), [{ ...failure, check: 'exit code 3' }])
  t.strictSame(read({ ...ENDED, exitCode: null }), [{ ...failure, check: 'ended by a signal' }])
  t.strictSame(read({ ...ENDED, exitCode: 0, isTimedOut: true }), [{ ...failure, check: 'time limit' }])
})

t.test('a report without the format of its adapter is refused', async (t) => {
  for (const [adapter, report] of [
    [ADAPTERS.junit, ''],
    [ADAPTERS.junit, 'no XML'],
    [ADAPTERS.junit, '<testcase name="a"><failure/></testcase>'],
    [ADAPTERS.junit, '<testsuites><testcase></testsuites>'],
    [ADAPTERS.har, '{"log": {}}'],
    [ADAPTERS.har, 'no JSON'],
    [ADAPTERS.har, '{"log": {"entries": [{"request": {}}, null]}}'],
    [ADAPTERS.ndjson, 'no JSON\n{}'],
    [ADAPTERS.ndjson, '1\n{}'],
  ] as const) {
    t.throws(() => read(adapter, report), { message: /^(The report is not|Line \d of the report is not)/ }, report)
  }
  t.throws(() => read(ADAPTERS.junit, '\u001b[31m<a'), {
    message: "The report is not JUnit XML: Unexpected content outside root element: ' [31m'",
  })
  const bomb = `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>
    <testsuites><testcase name="a"><failure>&c;</failure></testcase></testsuites>`
  t.throws(() => read(ADAPTERS.junit, bomb), { message: /^The report is not JUnit XML: / }, 'entities are not expanded')
})
