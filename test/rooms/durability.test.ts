import t, { type Test } from 'tap'
import { STATUSES, type Status } from '../../src/contract/schemas/enumerations.js'
import type { Task } from '../../src/contract/schemas/task.js'
import { lastingDatabase } from '../kit/database.js'
import { repeat } from '../kit/length.js'
import { type Exit, type ServerProcess, startProcess } from '../kit/process.js'
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

/** What a client knows about a task: the acknowledged values, and the pending change. */
interface Known {
  title: string
  status: Status
  deleted: boolean
  /** The last change, while it has no response: it may or may not have happened. */
  pending?: { title?: string; status?: Status; deleted?: boolean }
}

/**
 * A client that creates, replaces, moves and deletes its own tasks until the server dies, and records what was
 * acknowledged. Each task has only one writer, so its expected values are known.
 */
async function write(
  t: Test,
  { send }: ServerProcess,
  known: Map<number, Known>,
  name: string,
  random: (end: number) => number,
  onResponse: () => void,
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
        const reply = await send('POST /api/v1/tasks', { json: { title, status } })
        t.equal(reply.status, 201)
        t.notOk(known.has(reply.json.id), 'no id is used twice (decision 21)')
        known.set(reply.json.id, { title, status, deleted: false })
        own.push(reply.json.id)
      } else if (kind < 4) {
        task.pending = { title, status }
        t.equal((await send(`PUT /api/v1/tasks/${id}`, { json: { title, status } })).status, 200)
        Object.assign(task, { title, status, pending: undefined })
      } else if (kind < 5) {
        task.pending = { status }
        const json = { targetStatus: status, targetIndex: random(20) }
        t.equal((await send(`POST /api/v1/tasks/${id}/reorder`, { json })).status, 200)
        Object.assign(task, { status, pending: undefined })
      } else {
        task.pending = { deleted: true }
        t.equal((await send(`DELETE /api/v1/tasks/${id}`)).status, 204)
        Object.assign(task, { deleted: true, pending: undefined })
        own.splice(own.indexOf(id), 1)
      }
      onResponse()
    }
  } catch (error) {
    // When the server is killed, fetch throws a TypeError. Any other error is a defect.
    if (!(error instanceof TypeError)) throw error
  }
}

/** Compares the tasks of the server with what it acknowledged, and lists the differences. */
function findLosses(known: Map<number, Known>, tasks: Task[]): string[] {
  const stored = new Map(tasks.map((task) => [task.id, task]))
  return [...known].flatMap(([id, { title, status, deleted, pending }]) => {
    const task = stored.get(id)
    if (deleted) return task === undefined ? [] : [`${id} was deleted, but exists`]
    if (task === undefined) return pending?.deleted ? [] : [`${id} was acknowledged, but is lost`]
    const acknowledged = `${title} in ${status}`
    const requested = `${pending?.title ?? title} in ${pending?.status ?? status}`
    const found = `${task.title} in ${task.status}`
    return [acknowledged, requested].includes(found) ? [] : [`${id} should be ${acknowledged}, but is ${found}`]
  })
}

t.test('process: acknowledged writes survive kill -9, and columns stay contiguous (decision 18)', async (t) => {
  const random = createRandom(20_260_302)
  const env = { DATABASE_URL: await lastingDatabase(t) }
  const known = new Map<number, Known>()
  for (let round = 1; round <= repeat(1, 10); round++) {
    const server = await startProcess(t, { env })
    let remaining = 150 + random(300)
    let dead: Promise<Exit> | undefined
    const onResponse = () => {
      if (--remaining === 0) dead = server.stop('SIGKILL')
    }
    await Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        write(t, server, known, `Round ${round}, writer ${index}`, createRandom(round * 100 + index), onResponse),
      ),
    )
    t.match(await dead, { code: null, signal: 'SIGKILL' }, 'the process was killed during the writes')

    const next = await startProcess(t, { env })
    const tasks = await readAll(next)
    t.strictSame(findLosses(known, tasks), [], `round ${round}: no acknowledged write is lost`)
    assertContiguous(t, tasks)
    await next.stop('SIGKILL')
    adopt(known, tasks)
  }
})

/** Replaces the known values by the stored ones, which decides the pending changes. */
function adopt(known: Map<number, Known>, tasks: Task[]): void {
  const stored = new Map(tasks.map((task) => [task.id, task]))
  for (const id of known.keys()) {
    const task = stored.get(id)
    known.set(id, { title: task?.title ?? '', status: task?.status ?? 'TODO', deleted: task === undefined })
  }
}
