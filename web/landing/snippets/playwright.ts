import { ACCOUNT, type Programs, TASK } from './program.js'

/** Returns a test file with one test. */
const file = (title: string, lines: string) => `import { expect, test } from '@playwright/test'

test('${title}', async ({ request }) => {
${lines.replaceAll(/^(?=.)/gm, '  ')}
})`

const [task, account] = [
  `{ title: '${TASK.title}', status: '${TASK.status}' }`,
  `{ username: '${ACCOUNT.username}', password: '${ACCOUNT.password}' }`,
]

/** Tests for Playwright Test. */
export const playwright: Programs = {
  read: (baseUrl) =>
    file(
      'reads tasks',
      `const response = await request.get('${baseUrl}/api/v1/tasks', { params: { size: 5 } })
expect(response.status()).toBe(200)
console.log(await response.json())`,
    ),
  create: (baseUrl) =>
    file(
      'creates a task',
      `const response = await request.post('${baseUrl}/api/v1/tasks', {
  data: ${task},
})
expect(response.status()).toBe(201)`,
    ),
  login: (baseUrl) =>
    file(
      'logs in',
      `const login = await request.post('${baseUrl}/api/v2/auth/login', {
  data: ${account},
})
const { token } = await login.json()
const response = await request.get('${baseUrl}/api/v2/auth/me', {
  headers: { Authorization: \`Bearer \${token}\` },
})
expect(await response.json()).toMatchObject({ username: '${ACCOUNT.username}' })`,
    ),
  check: (baseUrl) =>
    file(
      'a created task can be read',
      `const created = await request.post('${baseUrl}/api/v1/tasks', {
  data: ${task},
})
expect(created.status()).toBe(201)
const task = await created.json()
const read = await request.get(\`${baseUrl}/api/v1/tasks/\${task.id}\`)
expect(await read.json()).toEqual(task)`,
    ),
}
