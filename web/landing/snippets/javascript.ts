import { ACCOUNT, literal, type Programs, TASK } from './program.js'

/** The options of a request with a body. */
const options = (body: string) => `{
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${body}),
}`

const [task, account] = [literal(TASK), literal(ACCOUNT)]

/** Modules for Node.js. */
export const javascript: Programs = {
  read: (baseUrl) => `const board = '${baseUrl}'

const response = await fetch(\`\${board}/api/v1/tasks?size=5\`)
const { content } = await response.json()
console.log(response.status, content)`,
  create: (baseUrl) => `const board = '${baseUrl}'

const response = await fetch(\`\${board}/api/v1/tasks\`, ${options(task)})
console.log(response.status, await response.json())`,
  login: (baseUrl) => `const board = '${baseUrl}'

const login = await fetch(\`\${board}/api/v2/auth/login\`, ${options(account)})
const { token } = await login.json()

const response = await fetch(\`\${board}/api/v2/auth/me\`, {
  headers: { Authorization: \`Bearer \${token}\` },
})
console.log(response.status, await response.json())`,
  check: (baseUrl) => `import assert from 'node:assert/strict'
import { test } from 'node:test'

const board = '${baseUrl}'

test('creates a task', async () => {
  const response = await fetch(\`\${board}/api/v1/tasks\`, ${options(task).replaceAll('\n', '\n  ')})
  assert.equal(response.status, 201)
  assert.equal((await response.json()).title, '${TASK.title}')
})`,
}
