import { alone, type Dialect, EXPECT } from './javascript-dialects.js'
import { type CodeRequest, callOf, dataOf, formOf, objectOf } from './javascript-requests.js'
import { toText } from './javascript-values.js'

const FETCH = {
  argument: '',
  form: formOf,
  request: ({ method, path, headers, body }: CodeRequest) => {
    const sent = {
      ...(body && ('json' in body || 'code' in body) && { 'Content-Type': "'application/json'" }),
      ...headers,
    }
    const lines = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(Object.keys(sent).length === 0 ? [] : [`headers: ${objectOf(sent)}`]),
      ...(body === undefined
        ? []
        : [
            `body: ${'form' in body ? body.name : 'text' in body ? toText(body.text) : `JSON.stringify(${dataOf(body)})`}`,
          ]),
    ]
    return callOf('fetch', path, lines)
  },
  status: (response: string) => `${response}.status`,
  header: (response: string, name: string) => `${response}.headers.get('${name}')`,
  json: (response: string) => `await ${response}.json()`,
  text: (response: string) => `await ${response}.text()`,
  token: (response: string) => `(await ${response}.json()).token`,
}

export const NODE_TEST: Dialect = {
  ...FETCH,
  imports: ({ accounts, cleanUp }) => [
    `import assert from 'node:assert/strict'`,
    `import { ${[...(cleanUp.length > 0 ? ['afterEach'] : []), ...(accounts.length > 0 ? ['before'] : []), 'test'].join(', ')} } from 'node:test'`,
  ],
  before: 'before',
  after: 'afterEach',
  alone: alone('`--test-concurrency=1`'),
  assert: {
    equal: (actual, expected) => `assert.equal(${actual}, ${expected})`,
    deepEqual: (actual, expected) => `assert.deepEqual(${actual}, ${expected})`,
    match: (actual, expression) => `assert.match(${actual}, ${expression})`,
    isTrue: (condition) => `assert.ok(${condition})`,
  },
}

export const VITEST: Dialect = {
  ...FETCH,
  imports: ({ accounts, cleanUp }) => [
    `import { ${[...(cleanUp.length > 0 ? ['afterEach'] : []), ...(accounts.length > 0 ? ['beforeAll'] : []), 'expect', 'test'].join(', ')} } from 'vitest'`,
  ],
  before: 'beforeAll',
  after: 'afterEach',
  alone: alone('`--no-file-parallelism`'),
  assert: EXPECT,
}
