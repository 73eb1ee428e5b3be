import type { FormPart } from '../exposure.js'
import type { Assertions } from './javascript-assertions.js'
import { type CodeRequest, callOf, dataOf, formOf, objectOf } from './javascript-requests.js'
import { quote, toCode, toContent, toText } from './javascript-values.js'
import type { PlannedTest } from './plan.js'

/** A test runner with an HTTP client. All methods return JavaScript. */
export interface Dialect {
  imports(test: PlannedTest): string[]
  /** Whether the tests are CommonJS, as Jest expects. */
  isCommonJs?: boolean
  /** The argument of tests and hooks. */
  argument: string
  before: string
  after: string
  /** The comment of a test that must run alone. */
  alone: string
  /** The lines that create a form before the request, if that is needed. */
  form?(name: string, form: readonly FormPart[]): string[]
  request(request: CodeRequest): string
  status(response: string): string
  header(response: string, name: string): string
  json(response: string): string
  text(response: string): string
  /** The access token in the response to a login. */
  token(response: string): string
  assert: Assertions
}

/** The assertions of Vitest, Jest and Playwright. */
export const EXPECT: Assertions = {
  equal: (actual, expected) => `expect(${actual}).toBe(${expected})`,
  deepEqual: (actual, expected) => `expect(${actual}).toEqual(${expected})`,
  match: (actual, expression) => `expect(${actual}).toMatch(${expression})`,
  isTrue: (condition) => `expect(${condition}).toBe(true)`,
}

/** Returns the comment of a test that must run alone. */
export const alone = (option: string) => `Nothing else may happen on the board meanwhile: run the tests with ${option}.`

export const JEST_SUPERTEST: Dialect = {
  imports: () => [`import request from 'supertest'`],
  isCommonJs: true,
  argument: '',
  before: 'beforeAll',
  after: 'afterEach',
  alone: alone('`--runInBand`'),
  request: ({ method, path, headers, body }) => {
    const calls = Object.entries(headers).map(([name, value]) => `.set('${name}', ${value})`)
    if (body && 'form' in body) {
      for (const { name, fileName, type, content } of body.form) {
        const options = {
          ...(fileName !== undefined && { filename: fileName }),
          ...(type !== undefined && { contentType: type }),
        }
        calls.push(`.attach(${quote(name)}, Buffer.from(${toContent(content)}), ${toCode(options)})`)
      }
    } else if (body) calls.push(`.send(${'text' in body ? toText(body.text) : dataOf(body)})`)
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
  alone: alone('`--workers=1`'),
  request: ({ method, path, headers, body }) => {
    const lines = [
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${objectOf(headers)}`]),
      ...(body === undefined
        ? []
        : 'form' in body
          ? [`multipart: ${body.name}`]
          : [`data: ${'text' in body ? toText(body.text) : dataOf(body)}`]),
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
