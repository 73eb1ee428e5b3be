import { ACCOUNT, TASK } from './program.js'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * Returns the first requests as a collection for Postman (2.1). The request that logs in keeps the token in a variable of
 * the collection.
 */
export function collectionOf(baseUrl: string): object {
  return {
    info: { name: 'Task board', schema: SCHEMA },
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'token', value: '' },
    ],
    item: [
      { name: 'Read tasks', request: get('/api/v1/tasks?size=5'), event: tests(200) },
      {
        name: 'Create a task',
        request: post('/api/v1/tasks', TASK),
        event: tests(201, `pm.expect(pm.response.json().title).to.eql(${JSON.stringify(TASK.title)})`),
      },
      {
        name: 'Log in',
        request: post('/api/v2/auth/login', ACCOUNT),
        event: tests(200, "pm.collectionVariables.set('token', pm.response.json().token)"),
      },
      {
        name: 'Read your account',
        request: get('/api/v2/auth/me', [{ key: 'Authorization', value: 'Bearer {{token}}' }]),
        event: tests(200),
      },
    ],
  }
}

interface Header {
  key: string
  value: string
}

function get(path: string, header: Header[] = []) {
  return { method: 'GET', header, url: `{{baseUrl}}${path}` }
}

function post(path: string, body: object) {
  return {
    method: 'POST',
    header: [{ key: 'Content-Type', value: 'application/json' }],
    url: `{{baseUrl}}${path}`,
    body: { mode: 'raw', raw: JSON.stringify(body) },
  }
}

/** Returns a test of the status, and what else the test does. */
function tests(status: number, ...lines: string[]) {
  const exec = [
    `pm.test('responds with ${status}', () => {`,
    `  pm.response.to.have.status(${status})`,
    ...lines.map((line) => `  ${line}`),
    '})',
  ]
  return [{ listen: 'test', script: { type: 'text/javascript', exec } }]
}
