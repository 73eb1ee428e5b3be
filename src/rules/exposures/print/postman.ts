import type { Expectation, FormPart } from '../exposure.js'
import type { Account, PlannedRequest, PlannedStep, PlannedTest, RunPart } from '../plan/plan.js'
import { valuesOf } from '../plan/values.js'
import {
  capturesOf,
  headersOf,
  pathOfUrl,
  runPartsOf,
  toJsonTemplate,
  toTemplate,
  variableOf,
} from '../plan/variables.js'
import { accountsIn } from '../plan/walk.js'
import { chai, printExpectation, type Reader } from './javascript-assertions.js'
import { javaScript, memberOf, quote } from './javascript-values.js'

/** Returns why Postman cannot express a test. */
export function reasonAgainstPostman({ steps }: PlannedTest): string | undefined {
  if (steps.some(({ requests }) => requests.length > 1)) return 'A collection sends one request after the other.'
}

/** Prints a test as a collection of Postman. */
export function printPostman(test: PlannedTest): string {
  const { title, rule, isAlone, steps, cleanUp, accounts, baseUrl } = test
  const alone = ' Nothing else may happen on the board meanwhile. Postman sends one request after the other.'
  const requests = [
    ...accounts.map(loginOf),
    ...steps.map((step) => ({ ...toItem(step.requests[0] as PlannedRequest), ...eventsOf(step, test) })),
    ...cleanUp.map((request) => toItem(request)),
  ]
  const collection = {
    info: {
      name: title,
      description: rule + (isAlone ? alone : ''),
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: requests.map(({ name, ...item }, index) => ({ name: `${index + 1}. ${name}`, ...item })),
    variable: [
      { key: 'baseUrl', value: baseUrl },
      ...accountsIn(test).flatMap((account) => [
        { key: `${account}Username`, value: account },
        { key: `${account}Password`, value: `${account}123` },
      ]),
    ],
  }
  return `${JSON.stringify(collection, null, 2)}\n`
}

function loginOf(account: Account) {
  const json = { username: `{${account}/username}`, password: `{${account}/password}` }
  const exec = [`pm.collectionVariables.set('${account}Token', pm.response.json().token)`]
  const request: PlannedRequest = { method: 'POST', path: '/auth/login', auth: 'none', body: { json } }
  return { ...toItem(request), event: [{ listen: 'test', script: { exec } }] }
}

function toItem(request: PlannedRequest) {
  const { method, path, body } = request
  const header = [
    ...(body && 'json' in body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ...headersOf(request).map(([key, value]) => ({ key, value })),
  ]
  const sent =
    body === undefined
      ? undefined
      : 'form' in body
        ? { mode: 'formdata', formdata: body.form.map(toField) }
        : { mode: 'raw', raw: 'json' in body ? toJsonTemplate(body.json) : toTemplate(body.text) }
  const url = `{{baseUrl}}${toTemplate(path)}`
  return { name: `${method} ${toTemplate(path)}`, request: { method, header, url, ...(sent && { body: sent }) } }
}

function toField({ name, fileName, type, content }: FormPart) {
  const value = typeof content === 'object' ? '{{content}}' : content
  return { key: name, type: 'text', value, fileName, contentType: type }
}

/** Code of the sandbox of Postman reads variables. */
const { value: toScript } = valuesOf(
  javaScript((part: RunPart) =>
    part.kind === 'basePath' ? pathOfUrl("pm.variables.get('baseUrl')") : `pm.variables.get('${variableOf(part)}')`,
  ),
)

const POSTMAN: Reader = {
  status: () => 'pm.response.code',
  header: (_, name) => `pm.response.headers.get('${name}')`,
  text: () => 'pm.response.text()',
  assert: chai('pm.expect'),
}

/** Returns the scripts before and after the request of a step. */
function eventsOf(step: PlannedStep, test: PlannedTest) {
  const before = [...(step === test.steps[0] ? preparationsOf(test) : []), ...contentOf(step)]
  if (step.after > 0) before.push(`setTimeout(() => {}, ${step.after})`)
  const captures = capturesOf(step, test).map((part) => {
    const value = `pm.response.json()${part.pointer.map(memberOf).join('')}`
    return `pm.collectionVariables.set('${variableOf(part)}', ${part.part === undefined ? value : `${value}.split('.')[${part.part}]`})`
  })
  const after = [...captures, ...assertionsOf(step, test.title), ...repetitionOf(step)]
  const events = Object.entries({ prerequest: before, test: after })
  return { event: events.flatMap(([listen, exec]) => (exec.length > 0 ? [{ listen, script: { exec } }] : [])) }
}

function preparationsOf(test: PlannedTest): string[] {
  const capitals = runPartsOf(test).flatMap((part) => {
    if (part.kind !== 'account' || part.field !== 'PASSWORD') return []
    const password = `pm.variables.get('${part.account}Password').toUpperCase()`
    return `pm.collectionVariables.set('${variableOf(part)}', ${password})`
  })
  return [...(test.hasRun ? ["pm.collectionVariables.set('run', Date.now().toString(36))"] : []), ...capitals]
}

/** A long content is written as an expression. */
function contentOf({ requests: [request] }: PlannedStep): string[] {
  const form = request?.body && 'form' in request.body ? request.body.form : []
  return form.flatMap(({ content }) =>
    typeof content === 'object'
      ? `pm.collectionVariables.set('content', ${quote(content.repeat)}.repeat(${content.times}))`
      : [],
  )
}

function assertionsOf({ expect }: PlannedStep, title: string): string[] {
  if (expect.length === 0) return []
  const isJson = expect.some(({ at }) => at.startsWith('/'))
  return [
    `pm.test(${quote(title)}, () => {`,
    ...expect.filter(({ at }) => !at.startsWith('/')).map((expectation) => `  ${assertionOf(expectation)}`),
    ...(isJson ? ['  const body = pm.response.json()'] : []),
    ...expect.filter(({ at }) => at.startsWith('/')).map((expectation) => `  ${assertionOf(expectation)}`),
    '})',
  ]
}

function assertionOf(expectation: Expectation): string {
  return printExpectation(expectation, ['pm.response', 'body'], POSTMAN, toScript)
}

function repetitionOf({ times }: PlannedStep): string[] {
  if (times === 1) return []
  return [
    "const count = (pm.variables.get('count') ?? 0) + 1",
    "pm.collectionVariables.set('count', count)",
    `if (count < ${times}) pm.execution.setNextRequest(pm.info.requestName)`,
  ]
}
