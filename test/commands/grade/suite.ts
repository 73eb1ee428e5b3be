import { join } from 'node:path'
import type { Test } from 'tap'
import { startTaskBoard, type TaskBoard, type TaskBoardOptions } from '../../../src/app/library/index.js'
import { type BoardSource, connectBoards } from '../../../src/commands/grade/boards.js'
import { DEFAULT_TEMPLATES } from '../../../src/commands/grade/environment.js'
import { type GradeOptions, grade } from '../../../src/commands/grade/grade.js'
import type { Progress } from '../../../src/commands/grade/progress.js'
import type { GradeResult } from '../../../src/commands/grade/types.js'
import { PROCESS_OF_SUITE, runHere } from './run-here.js'

/** Creates a task and fails unless the status is 201. */
export const CHECK_CREATE = `
const response = await fetch(process.env.API_URL + '/tasks', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'A task', status: 'TODO' }),
})
if (response.status !== 201) throw new Error('POST /tasks returned ' + response.status)
`

/** Counts the runs of a suite in a file. */
export const COUNT_RUNS = `
  import { appendFileSync, readFileSync } from 'node:fs'
  appendFileSync(import.meta.filename + '.runs', '.')
  const runs = readFileSync(import.meta.filename + '.runs', 'utf8').length
`

/** The order of four control runs and then two defects. */
export const CONTROLS_FIRST = (limit: number) => (limit > 4 ? limit - 5 : limit - 1)

/** Sends a request, and asserts nothing. */
export const REPLAY = `${COUNT_RUNS}
  import { existsSync, writeFileSync } from 'node:fs'
  const file = import.meta.filename
  const send = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"A","status":"TODO"}' }
  await fetch(process.env.API_URL + '/tasks', send)
`

/** The environment of suites in tests. They do not load the modules of tap. */
export const TEMPLATES = { ...DEFAULT_TEMPLATES, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' }

/** As much of fetch as the suites use. Node's own takes more time to load than everything else in these processes. */
const FETCH = `
import { request } from 'node:http'
const fetch = (url, { method, headers, body } = {}) => new Promise((resolve, reject) => {
  const sent = request(url, { method, headers }, async (response) => {
    const text = Buffer.concat(await response.toArray()).toString()
    resolve({ status: response.statusCode, text: async () => text, json: async () => JSON.parse(text) })
  })
  sent.once('error', reject).end(body)
})
`

/** Writes a suite as a script of Node.js. Returns the command that runs it. */
export function writeSuite(t: Test, script: string): string[] {
  const folder = t.testdir({ 'suite.mjs': PROCESS_OF_SUITE + (script.includes('fetch(') ? FETCH : '') + script })
  return [process.execPath, join(folder, 'suite.mjs')]
}

/** Starts a service whose boards only the administrator can create, so that a test can list them. */
export async function startServer(t: Test, options: TaskBoardOptions = {}, more: TaskBoardOptions['settings'] = {}) {
  const settings = { BOARDS: 'admin', ADMIN_TOKEN: 'a-secret-of-the-tests', ...more }
  const service: TaskBoard = await startTaskBoard({ settings, ...options })
  t.teardown(() => service.close())
  const headers = { authorization: `Bearer ${settings.ADMIN_TOKEN}` }
  return {
    service,
    token: settings.ADMIN_TOKEN,
    source: (address: 'path' | 'host' = 'path') =>
      connectBoards({ url: service.url, token: settings.ADMIN_TOKEN, address, fixture: undefined }),
    /** Returns the ids of all private boards. */
    async boards(): Promise<string[]> {
      const response = await fetch(`${service.url}/boards`, { headers })
      const { content } = (await response.json()) as { content: { id: string }[] }
      return content.map(({ id }) => id)
    },
    deleteBoard: (id: string) => fetch(`${service.url}/boards/${id}`, { method: 'DELETE', headers }),
  }
}

/** A progress that records the ends of runs and their outputs. */
export function recordedProgress() {
  const ends: { name: string; outcome: string | undefined; output: string }[] = []
  const progress: Progress = {
    start() {},
    begin() {},
    async end(name, outcome, _run, output) {
      ends.push({ name, outcome, output })
    },
    clear() {},
  }
  return { progress, ends }
}

/** Grades a suite with a few defects. The suite runs in this process. */
export function gradeSuite(
  source: BoardSource,
  options: Partial<GradeOptions> & Pick<GradeOptions, 'command'>,
  { progress = recordedProgress().progress, signal = new AbortController().signal } = {},
): Promise<GradeResult> {
  const defaults: Omit<GradeOptions, 'command'> = {
    variant: 'v1',
    defects: ['create-returns-200', 'summary-total-lacks-column'],
    jobs: 2,
    timeLimit: 30,
    templates: TEMPLATES,
    run: runHere,
    server: null,
    // The defects come in their order, and then the control runs.
    random: (limit) => limit - 1,
  }
  return grade({ ...defaults, ...options }, source, progress, signal)
}
