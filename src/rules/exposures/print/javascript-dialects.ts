import type { Body, FormPart } from '../exposure.js'
import type { PlannedTest } from '../plan/plan.js'
import type { Assertions, Reader } from './javascript-assertions.js'
import { quote, toCode, toContent, toText } from './javascript-values.js'

/** A test runner with an HTTP client. All methods return JavaScript. */
export interface Dialect extends Reader {
  imports(test: PlannedTest): string[]
  /** Whether the tests are CommonJS, as Jest expects. */
  isCommonJs?: boolean
  /** The argument of tests and hooks. */
  argument: string
  before: string
  after: string
  /** The option of the test runner for tests that must run alone. */
  alone: string
  /** The lines that create a form before the request, if that is needed. */
  form?(name: string, form: readonly FormPart[]): string[]
  request(request: CodeRequest): string
  json(response: string): string
  /** The access token in the response to a login. */
  token(response: string): string
}

/** The assertions of Vitest, Jest and Playwright. */
const EXPECT: Assertions = {
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  deepEqual: (actual, expected) => `expect(${actual}).toEqual(${expected})`,
  match: (actual, expression) => `expect(${actual}).toMatch(${expression})`,
  isTrue: (condition) => `expect(${condition}).toBe(true)`,
}

export const JEST_SUPERTEST: Dialect = {
  imports: () => [`import request from 'supertest'`],
  isCommonJs: true,
  argument: '',
  before: 'beforeAll',
  after: 'afterEach',
  alone: '--runInBand',
  request: ({ method, path, headers, body }) => {
    const calls = Object.entries(headers).map(([name, value]) => `.set('${name}', ${value})`)
    if (body && 'form' in body) {
      for (const { name, fileName, type, content } of body.form) {
        const options = { filename: fileName, contentType: type }
        calls.push(`.attach(${quote(name)}, Buffer.from(${toContent(content)}), ${toCode(options)})`)
      }
    } else if (body) calls.push(`.send(${contentOf(body)})`)
    const start = `request(baseUrl).${method.toLowerCase()}(${typeof path === 'string' ? toText(path) : path.code})`
    const line = start + calls.join('')
    return line.length <= 90 ? line : [start, ...calls.map((call) => `  ${call}`)].join('\n')
  },
  status: (response) => `${response}.status`,
  header: (response, name) => `${response}.headers['${name}']`,
  json: (response) => `${response}.body`,
  text: (response) => `${response}.text`,
  token: (response) => `${response}.body.token`,
  assert: EXPECT,
}

export const PLAYWRIGHT: Dialect = {
  imports: () => [`import { expect, test } from '@playwright/test'`],
  form: formOf,
  argument: '{ request }',
  before: 'test.beforeAll',
  after: 'test.afterEach',
  alone: '--workers=1',
  request: ({ method, path, headers, body }) => {
    const lines = [
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${objectOf(headers)}`]),
      ...(body === undefined ? [] : [`${'form' in body ? 'multipart' : 'data'}: ${contentOf(body)}`]),
    ]
    return callOf(`request.${method.toLowerCase()}`, path, lines)
  },
  status: (response) => `${response}.status()`,
  header: (response, name) => `${response}.headers()['${name}']`,
  json: (response) => `await ${response}.json()`,
  text: (response) => `await ${response}.text()`,
  token: (response) => `(await ${response}.json()).token`,
  assert: EXPECT,
}

const FETCH = {
  argument: '',
  form: formOf,
  request: ({ method, path, headers, body }: CodeRequest) => {
    const isJson = body !== undefined && ('json' in body || 'code' in body)
    const sent = { ...(isJson && { 'Content-Type': "'application/json'" }), ...headers }
    const lines = [
      ...(method === 'GET' ? [] : [`method: '${method}'`]),
      ...(Object.keys(sent).length === 0 ? [] : [`headers: ${objectOf(sent)}`]),
    ]
    if (body) lines.push(`body: ${isJson ? `JSON.stringify(${contentOf(body)})` : contentOf(body)}`)
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
  alone: '--test-concurrency=1',
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
  alone: '--no-file-parallelism',
  assert: EXPECT,
}

/** A request, as code. */
interface CodeRequest {
  method: string
  /** The path below the base URL, or an expression for it. */
  path: string | { code: string }
  /** The headers, with expressions as values. */
  headers: Readonly<Record<string, string>>
  /** The body; an expression for a body that is sent as JSON. */
  body: Exclude<Body, { form: unknown }> | { code: string } | { form: readonly FormPart[]; name: string } | undefined
}

/** Writes a call with the URL of a request and options. */
function callOf(name: string, path: CodeRequest['path'], options: readonly string[]): string {
  const url = typeof path === 'string' ? toText(path, 'baseUrl') : `baseUrl + ${path.code}`
  if (options.length === 0) return `${name}(${url})`
  const line = `${name}(${url}, { ${options.join(', ')} })`
  return line.length <= 90 && !line.includes('\n')
    ? line
    : `${name}(${url}, {\n${options.map((option) => `  ${option},\n`).join('')}})`
}

/** Writes an object. Its values are expressions. */
function objectOf(members: Readonly<Record<string, string>>): string {
  const entries = Object.entries(members).map(([name, value]) => `${name.includes('-') ? `'${name}'` : name}: ${value}`)
  return `{ ${entries.join(', ')} }`
}

/** Writes the value of a body. */
function contentOf(body: NonNullable<CodeRequest['body']>): string {
  if ('form' in body) return body.name
  if ('text' in body) return toText(body.text)
  return 'code' in body ? body.code : toCode(body.json, '    ')
}

/** Writes the lines that create a form. */
function formOf(name: string, form: readonly FormPart[]): string[] {
  const parts = form.map(({ name: part, fileName, type, content }) => {
    const blob = `new Blob([${toContent(content)}], { type: ${quote(type)} })`
    return `${name}.append(${quote(part)}, ${blob}, ${quote(fileName)})`
  })
  return [`const ${name} = new FormData()`, ...parts]
}
