import t from 'tap'
import { installPackage } from './installed.js'

/** Uses a service that starts before or after time is faked. `fake` is the statement that does this. */
const program = (imports: string, fake: string) => `
${imports}
import { request } from 'node:http'
import { startTaskBoard } from 'task-board-service'

/** fetch needs timers that are faked. */
const get = (url) => new Promise((resolve, reject) => {
  request(url, { agent: false }, (response) => {
    response.resume()
    response.once('end', () => resolve(response.statusCode))
  }).once('error', reject).end()
})
for (const isEarly of [true, false]) {
  test('a service, ' + (isEarly ? 'started early' : 'started late'), async () => {
    const early = isEarly ? await startTaskBoard() : undefined
    ${fake}
    const service = early ?? (await startTaskBoard())
    const board = await service.board({ fixture: 'demo' })
    const status = await get(board.apis.v1 + '/tasks?search=a&sort=title')
    await service.close()
    if (status !== 200) throw new Error('The status is ' + status)
  })
}
`

const JEST = `
const { request } = require('node:http')
test('requests the service of the global setup', async () => {
  jest.useFakeTimers()
  const response = await new Promise((resolve) => request(process.env.API_URL + '/tasks', resolve).end())
  expect(response.statusCode).toBe(200)
})
`

const RUNNERS: { name: string; packages?: string; files: Record<string, string>; command: string; passed: RegExp }[] = [
  {
    name: 'Vitest',
    packages: 'vitest',
    files: { 'fakes.test.mjs': program("import { test, vi } from 'vitest'", 'vi.useFakeTimers()') },
    command: 'npx vitest run',
    passed: /\b2 passed\b/,
  },
  {
    name: 'Jest',
    packages: 'jest',
    files: {
      'jest.config.mjs': "export default { globalSetup: './setup.mjs', globalTeardown: './teardown.mjs' }",
      'setup.mjs': `
import { startTaskBoard } from 'task-board-service'
export default async () => {
  globalThis.service = await startTaskBoard()
  process.env.API_URL = globalThis.service.apis.v1
}`,
      'teardown.mjs': 'export default () => globalThis.service.close()',
      'fakes.test.cjs': JEST,
    },
    command: 'npx jest',
    passed: /\b1 passed\b/,
  },
  {
    name: 'node:test',
    files: {
      'fakes.test.mjs': program(
        "import { mock, test } from 'node:test'",
        "mock.timers.reset(); mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })",
      ),
    },
    command: 'node --test fakes.test.mjs',
    passed: /\bpass 2\b/,
  },
]

for (const { name, packages, files, command, passed } of RUNNERS) {
  t.test(`the library serves requests while ${name} fakes time`, async (t) => {
    const user = await installPackage(t)
    if (packages !== undefined) {
      const { code, stderr } = await user.run(`npm install --no-audit --no-fund ${packages}`)
      t.equal(code, 0, stderr)
    }
    for (const [file, text] of Object.entries(files)) user.write(file, text)
    const { code, stdout, stderr } = await user.run(command)
    t.equal(code, 0, stdout + stderr)
    t.match(stdout + stderr, passed)
  })
}
