import type { Test } from 'tap'
import { STATUSES, type Status } from '../../../src/contract/schemas/enumerations.js'
import type { Task } from '../../../src/contract/schemas/task.js'
import { openStore } from '../../../src/rooms/open-store.js'
import type { Store } from '../../../src/rooms/store.js'
import { EXERCISE_DEFAULTS, type Exercise } from '../../../src/rooms/training/exercise-settings.js'
import { type Json, startService } from '../../kit/helper.js'
import { at, BOARD, createRandom, file, MEBIBYTE, readAll, response, same, values } from './contract/shared.js'

/** The content of a database before the copy. */
export interface MovedBoard {
  tasks: Task[]
  files: Map<number, Buffer>
  session: Json
  /** The highest task id; its task was deleted. */
  lastId: number
}

/** More than one batch of tasks, and of attachments. */
const TASKS = 450
const FILES = 9
const SEED = 42
const ORDINALS = 3

/** Fills an empty database with data of every kind. */
export async function fillBoard(t: Test, url: string): Promise<MovedBoard> {
  const random = createRandom(20_261_122)
  const store = await openStore(url)
  const service = await startService(t, { store })
  const created = Array.from({ length: TASKS }, (_, count) => {
    const status = STATUSES[random(3)] as Status
    const labels = [`Label ${random(9)}`, '🌊 ß']
    const checklistItems = [{ text: 'item', done: random(2) === 0 }]
    return { values: values({ title: `Ω ${count} 𝔘`, status, labels, checklistItems }) }
  })
  await store.fillEmptyBoard(BOARD, created, at(0))
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
  for (let count = 0; count < ORDINALS; count++) await store.reserveFaultOrdinals(BOARD, 1)
  await takeHints(store)
  const tasks = await readAll(store)
  await service.app.close()
  return { tasks, files, session, lastId }
}

/** Fails unless a database has the copied content and continues from there. */
export async function expectBoard(t: Test, url: string, board: MovedBoard): Promise<void> {
  const store = await openStore(url)
  same(t, await readAll(store), board.tasks, 'the same tasks, comments, labels and file names')
  await expectFiles(t, store, board)
  await expectHints(t, store)
  same(
    t,
    await store.reserveFaultOrdinals(BOARD, 1),
    { seed: SEED, ordinal: ORDINALS, settings: null, restarts: 2 },
    'the fault plan continues',
  )

  const { send } = await startService(t, { store })
  const { token, refreshToken } = board.session
  t.equal((await send('GET /api/v2/auth/me', { token })).status, 200, 'an earlier access token is valid')
  const refresh = async () => (await send('POST /api/v2/auth/refresh', { json: { refreshToken } })).status
  t.strictSame([await refresh(), await refresh()], [200, 403], 'an earlier refresh token is valid once')
  const { json } = await send('POST /api/v1/tasks', { json: { title: 'Next', status: 'TODO' } })
  t.equal(json.id, board.lastId + 1, 'ids continue after the deleted task')
  t.equal(json.sortOrder, board.tasks.filter(({ status }) => status === 'TODO').length)
}

/** Takes one hint for a response, which is claimed then, and two hints for another one. */
async function takeHints(store: Store): Promise<void> {
  const exercise: Exercise = {
    ...EXERCISE_DEFAULTS,
    startsAt: at(0),
    hints: 'counted',
    drill: { profile: 'network', seed: 7 },
  }
  await store.configureExercise(BOARD, () => ({ exercise }))
  const entries = ['claimed', 'open'].map((requestId) => response(requestId, ['date-mix'], { time: at(600) }))
  const mark = { challenge: 'one', step: 0, key: '', isLast: true }
  const solving = { ...response('solving', []), challenges: { restarts: 0, marks: [mark] } }
  await store.recordRequests(BOARD, [...entries, solving], at(600))
  for (const requestId of ['claimed', 'open', 'open']) await store.takeHint(BOARD, requestId, at(601))
  await store.addClaim(BOARD, { requestId: 'claimed', fault: 'date-mix', comment: null }, 1, at(602))
}

async function expectHints(t: Test, store: Store): Promise<void> {
  t.match((await store.readState(BOARD)).score.faults, { 'date-mix': { right: 1, wrong: 0, credit: 0.5 } })
  t.match(await store.takeHint(BOARD, 'open', at(603)), { taken: 3, setting: 'counted' })
  t.equal((await store.readState(BOARD)).score.hints, 4)
  same(t, await store.listSolved(BOARD), [{ challenge: 'one', number: 1, time: at(0), requestId: 'solving' }])
}

async function expectFiles(t: Test, store: Store, { tasks, files }: MovedBoard): Promise<void> {
  const attachments = tasks.flatMap((task) => task.attachments.map(({ id }) => ({ id, taskId: task.id })))
  t.equal(attachments.length, files.size)
  for (const { id, taskId } of attachments) {
    const { bytes } = await store.getAttachment(BOARD, taskId, id)
    t.equal(Buffer.compare(Buffer.from(bytes), files.get(id) as Buffer), 0, `file ${id}, byte for byte`)
  }
}
