import t, { type Test } from 'tap'
import { STATUSES, type Status, type Task } from '../src/schemas/task.js'
import { lastingDatabase } from './database.js'
import type { Reply } from './helper.js'
import { type Exit, type ServerProcess, startProcess } from './process.js'
import { assertContiguous, createRandom } from './store/contract/shared.js'

const WRITERS = 12

async function readAll({ send }: ServerProcess): Promise<Task[]> {
  const tasks: Task[] = []
  for (let page = 0; ; page++) {
    const { content } = (await send(`GET /api/v1/tasks?size=100&page=${page}`)).json
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
  { send }: ServerProcess,
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
        const answer = await send('POST /api/v1/tasks', { json: { title, status } })
        t.equal(answer.status, 201)
        t.notOk(known.has(answer.json.id), 'decision 21: no id is given twice')
        known.set(answer.json.id, { title, status, deleted: false })
        own.push(answer.json.id)
      } else if (kind < 4) {
        task.asked = { title, status }
        t.equal((await send(`PUT /api/v1/tasks/${id}`, { json: { title, status } })).status, 200)
        Object.assign(task, { title, status, asked: undefined })
      } else if (kind < 5) {
        task.asked = { status }
        const json = { targetStatus: status, targetIndex: random(20) }
        t.equal((await send(`POST /api/v1/tasks/${id}/reorder`, { json })).status, 200)
        Object.assign(task, { status, asked: undefined })
      } else {
        task.asked = { deleted: true }
        t.equal((await send(`DELETE /api/v1/tasks/${id}`)).status, 204)
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
  const env = { DATABASE_URL: await lastingDatabase(t) }
  const known = new Map<number, Known>()
  for (const round of [1, 2, 3]) {
    const server = await startProcess(t, { env })
    let remaining = 150 + random(300)
    let dead: Promise<Exit> | undefined
    const onAnswer = () => {
      if (--remaining === 0) dead = server.stop('SIGKILL')
    }
    await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        write(
          t,
          server,
          known,
          `Round ${round}, writer ${index}`,
          createRandom(round * 100 + index),
          onAnswer,
        ),
      ),
    )
    t.match(
      await dead,
      { code: null, signal: 'SIGKILL' },
      'it died in the middle of its work, and of nothing else',
    )

    const next = await startProcess(t, { env })
    const tasks = await readAll(next)
    t.strictSame(findLosses(known, tasks), [], `round ${round}: nothing acknowledged is lost`)
    assertContiguous(t, tasks)
    await next.stop('SIGKILL')
    settle(known, tasks)
  }
})

t.test(
  'kill -9 of one of two processes on one database: the other serves on, and nothing is lost',
  async (t) => {
    const env = { DATABASE_URL: await lastingDatabase(t) }
    const [one, two] = await Promise.all([startProcess(t, { env }), startProcess(t, { env })])
    const known = new Map<number, Known>()
    let ofOne = 0
    let dead: Promise<Exit> | undefined
    let remaining = 200
    let end: Promise<Exit> | undefined
    const onAnswerOfOne = () => {
      if (++ofOne === 150) dead = one.stop('SIGKILL')
    }
    const onAnswerOfTwo = () => {
      if (dead !== undefined && --remaining === 0) end = two.stop('SIGKILL')
    }
    await Promise.all(
      Array.from({ length: WRITERS }, (_, index) => {
        const [server, onAnswer] = index % 2 === 0 ? [one, onAnswerOfOne] : [two, onAnswerOfTwo]
        return write(t, server, known, `Writer ${index}`, createRandom(index), onAnswer)
      }),
    )
    for (const exit of [dead, end]) t.match(await exit, { code: null, signal: 'SIGKILL' })

    const next = await startProcess(t, { env })
    const tasks = await readAll(next)
    t.strictSame(findLosses(known, tasks), [], 'nothing acknowledged is lost')
    assertContiguous(t, tasks)
  },
)

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
  const server = await startProcess(t, { env: { DATABASE_URL: await lastingDatabase(t) } })
  const { send } = server
  const pick = () => STATUSES[random(3)] as Status
  const create = () => send('POST /api/v1/tasks', { json: { title: 'A task', status: pick() } })
  const ids = (await Promise.all(Array.from({ length: 40 }, create))).map(({ json }) => json.id)
  const kinds: ((id: number) => Promise<Reply>)[] = [
    create,
    (id) => send(`PUT /api/v1/tasks/${id}`, { json: { title: 'Replaced', status: pick() } }),
    (id) =>
      send(`POST /api/v1/tasks/${id}/reorder`, { json: { targetStatus: pick(), targetIndex: random(30) } }),
    (id) => send(`DELETE /api/v1/tasks/${id}`),
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
  const created = answers.filter(({ kind }) => kind === 0).map(({ json }) => json.id)
  const deleted = answers.filter(({ status }) => status === 204).map(({ id }) => id)
  const tasks = await readAll(server)
  assertContiguous(t, tasks)
  t.strictSame(
    tasks.map(({ id }) => id),
    [...ids, ...created].filter((id) => !deleted.includes(id)).sort((a, b) => a - b),
  )
})
