import type { FormPart } from '../exposure.js'
import type { Account, PlannedRequest, PlannedTest } from '../plan/plan.js'
import { headersOf, toJsonTemplate, toTemplate } from '../plan/variables.js'
import { accountsIn } from '../plan/walk.js'
import { eventsOf } from './postman-scripts.js'

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
