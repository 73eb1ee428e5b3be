import type { Test } from 'tap'
import type { Task } from '../../src/schemas/task.js'
import { openStore } from '../../src/store/open-store.js'
import type { Store } from '../../src/store/store.js'
import { type Json, startService } from '../helper.js'
import { at, BOARD, createRandom, file, MEBIBYTE, readAll, same, values } from './contract/shared.js'

/** What was in a database before it was copied. */
export interface MovedBoard {
  tasks: Task[]
  files: Map<number, Buffer>
  session: Json
  /** The id of the last task, which was deleted. */
  lastId: number
}

/** More than one batch of tasks, and of attachments. */
const TASKS = 450
const FILES = 9
const SEED = 42
const ORDINALS = 3

/** Fills an empty database with something of everything that is stored. */
export async function fillBoard(t: Test, url: string): Promise<MovedBoard> {
  const random = createRandom(20_261_122)
  const store = await openStore(url)
  const service = await startService(t, { store })
  for (let count = 0; count < TASKS; count++) {
    const status = (['TODO', 'IN_PROGRESS', 'DONE'] as const)[random(3)] ?? 'TODO'
    const labels = [`Label ${random(9)}`, '🌊 ß']
    const checklistItems = [{ text: 'item', done: random(2) === 0 }]
    await store.createTask(
      BOARD,
      values({ title: `Ω ${count} 𝔘`, status, labels, checklistItems }),
      at(count),
    )
  }
  const files = new Map<number, Buffer>()
  for (let taskId = 1; taskId <= FILES; taskId++) {
    const bytes = Buffer.from(Array.from({ length: random(5000) }, () => random(256)))
    const large = taskId === 1 ? Buffer.alloc(MEBIBYTE, 0xff) : bytes
    const [attachment] = await store.addAttachments(BOARD, taskId, [file(`file ${taskId}`, large)], at(500))
    files.set(attachment?.id ?? 0, large)
    await store.createComment(BOARD, taskId, `Comment on ${taskId}\n`, at(501))
  }
  const { id: lastId } = await store.createTask(BOARD, values(), at(502))
  await store.deleteTask(BOARD, lastId)
  const { refreshToken } = await service.login()
  const { json: session } = await service.send('POST /api/v2/auth/refresh', { json: { refreshToken } })
  await store.startFaultPlan(BOARD, SEED, SEED)
  for (let count = 0; count < ORDINALS; count++) await store.takeFaultOrdinal(BOARD)
  const tasks = await readAll(store)
  await service.app.close()
  return { tasks, files, session, lastId }
}

/** Fails where a database does not hold what was moved there, or does not go on from there. */
export async function expectBoard(t: Test, url: string, board: MovedBoard): Promise<void> {
  const store = await openStore(url)
  same(t, await readAll(store), board.tasks, 'the same tasks, comments, labels and names of files')
  await expectFiles(t, store, board)
  same(
    t,
    await store.takeFaultOrdinal(BOARD),
    { seed: SEED, ordinal: ORDINALS, settings: null },
    'the plan of faults goes on',
  )

  const { send } = await startService(t, { store })
  const { token, refreshToken } = board.session
  t.equal((await send('GET /api/v2/auth/me', { token })).status, 200, 'a token of before is valid')
  const refresh = async () => (await send('POST /api/v2/auth/refresh', { json: { refreshToken } })).status
  t.strictSame([await refresh(), await refresh()], [200, 403], 'a refresh token of before is good once')
  const { json } = await send('POST /api/v1/tasks', { json: { title: 'Next', status: 'TODO' } })
  t.equal(json.id, board.lastId + 1, 'ids go on counting, also past what was deleted')
  t.equal(json.sortOrder, board.tasks.filter(({ status }) => status === 'TODO').length)
}

async function expectFiles(t: Test, store: Store, { tasks, files }: MovedBoard): Promise<void> {
  const attachments = tasks.flatMap((task) => task.attachments.map(({ id }) => ({ id, taskId: task.id })))
  t.equal(attachments.length, files.size)
  for (const { id, taskId } of attachments) {
    const { bytes } = await store.getAttachment(BOARD, taskId, id)
    t.equal(Buffer.compare(Buffer.from(bytes), files.get(id) as Buffer), 0, `file ${id}, byte for byte`)
  }
}
