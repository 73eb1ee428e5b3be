/**
 * Sends requests with axios, supertest and Playwright to a board by path, by host and by port. Then runs the JavaScript
 * examples of docs/base-urls.md with these base URLs.
 */
import './resolve-localhost.ts'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axios from 'axios'
import { request as playwright } from 'playwright-core'
import supertest from 'supertest'
import { startServer } from './server.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const TASK = { title: 'A task', status: 'TODO' }

/** Creates a task with a base URL and a path, and returns the status. */
type Create = (base: string, path: string) => Promise<number>

const clients: Record<string, Create> = {
  axios: async (baseURL, path) => (await axios.create({ baseURL, validateStatus: null }).post(path, TASK)).status,
  supertest: async (base, path) => (await supertest(base).post(path).send(TASK)).status,
  async playwright(baseURL, path) {
    const context = await playwright.newContext({ baseURL })
    const status = (await context.post(path, { data: TASK })).status()
    await context.dispose()
    return status
  },
  fetch: async (base, path) =>
    (
      await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(TASK),
      })
    ).status,
}

const ABSOLUTE = '/api/v1/tasks'

/** The clients that drop the path of the base URL if the path of the request starts with a slash. */
const DROPPING = ['playwright', 'fetch']

const folder = await mkdtemp(join(tmpdir(), 'base-urls-'))
const DATABASE_URL = `sqlite:${folder}/board.db`
const first = await startServer({ DATABASE_URL })
const board = (await axios.post(`${first.address}/boards`)).data
await first.stop()
const { address, findInLog, stop } = await startServer({ DATABASE_URL, BOARD_PORT: `${board.id}=0` })
try {
  const port = await findInLog(/Board: (http:[^"]+)/)
  const bases = {
    path: `${address}/b/${board.id}`,
    host: `http://${board.id}.localhost:${new URL(address).port}`,
    port,
  }
  await useClients(bases)
  await runExamples(bases)
} finally {
  await stop()
  await rm(folder, { recursive: true })
}

/** Returns the number of tasks on the board and on the default board. */
async function countTasks(): Promise<[number, number]> {
  const count = async (base: string) => (await axios.get(`${base}${ABSOLUTE}`)).data.totalElements
  return [await count(`${address}/b/${board.id}`), await count(address)]
}

async function useClients(bases: Record<string, string>) {
  for (const [name, create] of Object.entries(clients)) {
    for (const [kind, base] of Object.entries(bases)) {
      // supertest joins the texts, so it needs the slash at the start of the path.
      const [slash, path] = name === 'supertest' ? ['', ABSOLUTE] : ['/', ABSOLUTE.slice(1)]
      await assertCreates(`${name} by ${kind}`, () => create(`${base}${slash}`, path), 'board')
      const isDropped = kind === 'path' && DROPPING.includes(name)
      const target = isDropped ? 'default' : 'board'
      await assertCreates(`${name} by ${kind} with an absolute path`, () => create(base, ABSOLUTE), target)
    }
    console.log(`${name}: reaches a board by path, by host and by port`)
  }
}

async function assertCreates(what: string, create: () => Promise<number>, target: 'board' | 'default') {
  const [onBoard, onDefault] = await countTasks()
  assert.equal(await create(), 201, what)
  const expected = target === 'board' ? [onBoard + 1, onDefault] : [onBoard, onDefault + 1]
  assert.deepEqual(await countTasks(), expected, `${what} creates a task on the ${target}`)
}

async function runExamples(bases: Record<string, string>) {
  const text = await readFile(new URL('../../docs/base-urls.md', import.meta.url), 'utf8')
  const [, chapter = ''] = /\n## Examples\n(.*?)\n## /s.exec(text) ?? []
  const examples = [...chapter.matchAll(/### (.+?)\n(?:(?!###).)*?```js\n(.*?)```/gs)]
  assert.equal(examples.length, Object.keys(clients).length)
  // Below this folder, the packages are found.
  const target = join(here, 'generated/base-urls')
  await mkdir(target, { recursive: true })
  for (const [index, [, name, code = '']] of examples.entries()) {
    const file = join(target, `${index}.mjs`)
    await writeFile(file, code.replace('@playwright/test', 'playwright-core'))
    for (const [kind, BOARD] of Object.entries(bases)) {
      const args = ['--import', 'tsx', '--import', join(here, 'resolve-localhost.ts'), file]
      const { stdout } = await run(process.execPath, args, { cwd: here, env: { ...process.env, BOARD } })
      assert.equal(stdout.trim(), '200', `${name} by ${kind}`)
    }
    console.log(`${name}: works as described in docs/base-urls.md`)
  }
}
