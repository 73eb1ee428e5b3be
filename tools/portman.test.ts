/** Runs the contract tests that Portman generates from the documents, on the demonstration board. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import type { OpenAPIV3 } from 'openapi-types'
import { IS_FULL, sample } from '../test/kit/length.js'
import { BUGGY, V1, V2 } from './documents.js'
import { contractTests } from './portman.js'
import { runCollection } from './run-collection.js'
import { startService } from './service.js'

for (const { name, path, file } of sample([V1, V2], 2)) {
  test(`${name} passes the contract tests of Portman`, async (t) => {
    const service = await startService({ demoData: true })
    t.after(() => service.close())
    const { executions, failed } = await runCollection(await contractTests(file), {
      baseUrl: service.address + path,
      bearerToken: await login(service.address),
    })
    assert.deepEqual(failed, [])

    // Portman ignores a configuration that it cannot read, and then generates requests without tests.
    const tested = executions.filter(({ assertions = [] }) => assertions.length > 0).map(({ item }) => item.name)
    assert.equal(tested.length, executions.length)
    for (const operation of operationsOf(file)) {
      assert.ok(tested.includes(operation), operation)
    }
    for (const variation of ['[unknown task]', '[invalid][required title]', ...(name === 'v2' ? ['[no token]'] : [])]) {
      assert.ok(
        tested.some((title) => title.endsWith(variation)),
        variation,
      )
    }
  })
}

test('the contract tests of Portman find the fault date-mix', { skip: !IS_FULL }, async (t) => {
  const service = await startService({ demoData: true, rates: { 'date-mix': 1 } })
  t.after(() => service.close())
  const { failed } = await runCollection(await contractTests(BUGGY.file), { baseUrl: service.address + BUGGY.path })
  assert.match(failed.join('\n'), /^Create a task: .*data\.(created|updated)At should be string/ms)
})

/** Returns the summaries of the operations, which are the names of their requests. */
function operationsOf(file: URL): string[] {
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIV3.Document
  const operations = Object.values(paths).flatMap(
    (item) => Object.values(item as object) as OpenAPIV3.OperationObject[],
  )
  return operations.map(({ summary = '' }) => summary)
}

async function login(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'admin123' }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
