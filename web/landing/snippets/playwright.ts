import { ACCOUNT, literal, type Programs, TASK } from './program.js'

/** Returns a test file with one test. */
const file = (baseUrl: string, title: string, lines: string) => `import { expect, test } from '@playwright/test'

const board = '${baseUrl}'

test('${title}', async ({ request }) => {
${lines.replaceAll(/^(?=.)/gm, '  ')}
})`

const [task, account] = [literal(TASK), literal(ACCOUNT)]

/** Tests for Playwright Test. */
export const playwright: Programs = {
  read: (baseUrl) =>
    file(
      baseUrl,
      'reads tasks',
      `const response = await request.get(\`\${board}/api/v1/tasks\`, { params: { size: 5 } })
expect(response.status()).toBe(200)
console.log(await response.json())`,
    ),
  create: (baseUrl) =>
    file(
      baseUrl,
      'creates a task',
      `const response = await request.post(\`\${board}/api/v1/tasks\`, {
  data: ${task},
})
expect(response.status()).toBe(201)`,
    ),
  login: (baseUrl) =>
    file(
      baseUrl,
      'logs in',
      `const login = await request.post(\`\${board}/api/v2/auth/login\`, {
  data: ${account},
})
const { token } = await login.json()
const response = await request.get(\`\${board}/api/v2/auth/me\`, {
  headers: { Authorization: \`Bearer \${token}\` },
})
expect(await response.json()).toMatchObject({ username: '${ACCOUNT.username}' })`,
    ),
  check: (baseUrl) =>
    file(
      baseUrl,
      'a created task can be read',
      `const created = await request.post(\`\${board}/api/v1/tasks\`, {
  data: ${task},
})
expect(created.status()).toBe(201)
const task = await created.json()
const read = await request.get(\`\${board}/api/v1/tasks/\${task.id}\`)
expect(await read.json()).toEqual(task)`,
    ),
}
