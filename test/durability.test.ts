import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { STATUSES, type Status, type Task } from '../src/schemas/task.js'
import { LOADER } from './process.js'
import { assertContiguous, createRandom } from './store/contract/shared.js'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const WRITERS = 12

interface Server {
  base: string
  process: ChildProcess
}

/** Starts the service as a process of its own, as it is run in earnest. */
async function startServer(t: Test, databaseUrl: string): Promise<Server> {
  const server = spawn(process.execPath, [...process.execArgv, 'src/server.ts'], {
    cwd: PROJECT,
    env: { ...LOADER, PORT: '0', HOST: '127.0.0.1', DATABASE_URL: databaseUrl, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => kill(server))
  const lines = createInterface({ input: server.stdout })
  const base = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const url = /http:\/\/127\.0\.0\.1:\d+\/api\/v1/.exec(line)
      if (url) resolve(url[0])
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return { base, process: server }
}

async function kill(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

/** Sends a request over a socket; the body of the answer, `undefined` where it has none. */
async function send(base: string, request: string, json?: object): Promise<{ status: number; body: Task }> {
  const [method = '', path = ''] = request.split(' ')
  const response = await fetch(`${base}${path}`, {
    method,
    ...(json && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

async function readAll(base: string): Promise<Task[]> {
  const tasks: Task[] = []
  for (let page = 0; ; page++) {
    const response = await fetch(`${base}/tasks?size=100&page=${page}`)
    const { content } = (await response.json()) as { content: Task[] }
    if (content.length === 0) return tasks
    tasks.push(...content)
  }
}

/** What a client knows of a task: what was acknowledged, and what was asked for and never answered. */
interface Known {
  title: string
  status: Status
  deleted: boolean
  asked?: { title?: string; status?: Status; deleted?: boolean }
}

/**
 * A client that creates, replaces, moves and deletes tasks of its own until the server dies, and writes
 * down what was acknowledged. Each task has one writer, so that it is known what
 * it must hold.
 */
async function write(
  t: Test,
  base: string,
  known: Map<number, Known>,
  name: string,
  random: (end: number) => number,
  onAnswer: () => void,
) {
  const own: number[] = []
  try {
    for (let turn = 0; ; turn++) {
      const title = `${name}, turn ${turn}`
      const status = STATUSES[random(3)] as Status
      const id = own[random(own.length)]
      const kind = id === undefined ? 0 : random(6)
      const task = known.get(id ?? 0)
      if (id === undefined || task === undefined || kind < 2) {
        const answer = await send(base, 'POST /tasks', { title, status })
        t.equal(answer.status, 201)
        t.notOk(known.has(answer.body.id), 'decision 21: no id is given twice')
        known.set(answer.body.id, { title, status, deleted: false })
        own.push(answer.body.id)
      } else if (kind < 4) {
        task.asked = { title, status }
        t.equal((await send(base, `PUT /tasks/${id}`, { title, status })).status, 200)
        Object.assign(task, { title, status, asked: undefined })
      } else if (kind < 5) {
        task.asked = { status }
        const json = { targetStatus: status, targetIndex: random(20) }
        t.equal((await send(base, `POST /tasks/${id}/reorder`, json)).status, 200)
        Object.assign(task, { status, asked: undefined })
      } else {
        task.asked = { deleted: true }
        t.equal((await send(base, `DELETE /tasks/${id}`)).status, 204)
        Object.assign(task, { deleted: true, asked: undefined })
        own.splice(own.indexOf(id), 1)
      }
      onAnswer()
    }
  } catch (error) {
    // The server was killed: fetch says so with a TypeError; anything else is a defect.
    if (!(error instanceof TypeError)) throw error
  }
}

/** What is wrong with what the server holds, held against what it acknowledged. */
function findLosses(known: Map<number, Known>, tasks: Task[]): string[] {
  const held = new Map(tasks.map((task) => [task.id, task]))
  return [...known].flatMap(([id, { title, status, deleted, asked }]) => {
    const task = held.get(id)
    if (deleted) return task === undefined ? [] : [`${id} was deleted, and is there`]
    if (task === undefined) return asked?.deleted ? [] : [`${id} was acknowledged, and is lost`]
    const acknowledged = `${title} in ${status}`
    const unanswered = `${asked?.title ?? title} in ${asked?.status ?? status}`
    const found = `${task.title} in ${task.status}`
    return [acknowledged, unanswered].includes(found)
      ? []
      : [`${id} was to be ${acknowledged}, and is ${found}`]
  })
}

t.test('an acknowledged write outlives kill -9, and columns stay contiguous', async (t) => {
  const random = createRandom(20_260_302)
  const databaseUrl = `sqlite:${t.testdir()}/board.db`
  const known = new Map<number, Known>()
  for (const round of [1, 2, 3]) {
    const { base, process: server } = await startServer(t, databaseUrl)
    let remaining = 150 + random(300)
    const onAnswer = () => {
      if (--remaining === 0) server.kill('SIGKILL')
    }
    const dead = once(server, 'exit')
    await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        write(t, base, known, `Round ${round}, writer ${index}`, createRandom(round * 100 + index), onAnswer),
      ),
    )
    t.strictSame(await dead, [null, 'SIGKILL'], 'the server died of nothing else')
    t.ok(remaining <= 0, 'it died in the middle of its work')

    const next = await startServer(t, databaseUrl)
    const tasks = await readAll(next.base)
    t.strictSame(findLosses(known, tasks), [], `round ${round}: nothing acknowledged is lost`)
    assertContiguous(t, tasks)
    await kill(next.process)
    settle(known, tasks)
  }
})

/** From now on the unanswered requests are what became of them; what was never acknowledged is left out. */
function settle(known: Map<number, Known>, tasks: Task[]): void {
  const held = new Map(tasks.map((task) => [task.id, task]))
  for (const id of known.keys()) {
    const task = held.get(id)
    known.set(id, { title: task?.title ?? '', status: task?.status ?? 'TODO', deleted: task === undefined })
  }
}

t.test('decision 18: 200 writes at once over sockets leave every column contiguous', async (t) => {
  const random = createRandom(7)
  const { base } = await startServer(t, `sqlite:${t.testdir()}/board.db`)
  const pick = () => STATUSES[random(3)] as Status
  const create = () => send(base, 'POST /tasks', { title: 'A task', status: pick() })
  const ids = (await Promise.all(Array.from({ length: 40 }, create))).map(({ body }) => body.id)
  const kinds: ((id: number) => Promise<{ status: number; body: Task }>)[] = [
    create,
    (id) => send(base, `PUT /tasks/${id}`, { title: 'Replaced', status: pick() }),
    (id) => send(base, `POST /tasks/${id}/reorder`, { targetStatus: pick(), targetIndex: random(30) }),
    (id) => send(base, `DELETE /tasks/${id}`),
  ]
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const id = ids[random(ids.length)] as number
      const kind = index % kinds.length
      return { kind, id, ...(await (kinds[kind] as (typeof kinds)[number])(id)) }
    }),
  )
  const statuses = [[201], [200, 404], [200, 404], [204, 404]]
  t.strictSame(
    answers.filter(({ kind, status }) => !statuses[kind]?.includes(status)),
    [],
  )
  const created = answers.filter(({ kind }) => kind === 0).map(({ body }) => body.id)
  const deleted = answers.filter(({ status }) => status === 204).map(({ id }) => id)
  const tasks = await readAll(base)
  assertContiguous(t, tasks)
  t.strictSame(
    tasks.map(({ id }) => id),
    [...ids, ...created].filter((id) => !deleted.includes(id)).sort((a, b) => a - b),
  )
})
