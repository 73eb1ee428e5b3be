import t from 'tap'
import { createStoredBoard, isStored } from '../../../test/rooms/board/board-store.js'
import { at, file, query, values } from '../../../test/rooms/store/contract/shared.js'
import { parseJson } from '../../contract/json.js'
import { ATTACHMENTS_MAX } from '../../contract/limits.js'
import { getAttachment } from './attachments.js'
import { OPERATIONS } from './operations.js'
import { countOf, lastNumber, newBoardProfile, reserveNumbers, setCount } from './profile.js'
import { countByPriority, reuseTaskIds, setCreatedAt } from './tasks.js'
import { emptyVersion } from './version.js'

const { createTask, replaceTask, createComment, updateComment, deleteComment } = OPERATIONS
const { addAttachments, deleteAttachment, countTasks, deleteAllTasks, deleteTask, getTask, listTasks } = OPERATIONS

t.test('comments keep their order, and unknown ones are refused', async (t) => {
  const board = createStoredBoard()
  const { read, write, last } = board
  for (const id of [1, 2, 3]) {
    const created = write((fork) => createTask(fork, values(), at(0)))
    t.strictSame(parseJson(read((view) => getTask(view, id))), created)
  }
  for (const id of [2, 3]) write((fork) => deleteTask(fork, id))
  const ids = ['a', 'b', 'c'].map((text) => write((fork) => createComment(fork, 1, text, at(5))).id)
  t.strictSame(ids, [1, 2, 3])
  const changed = { id: 2, text: 'd', createdAt: at(5), updatedAt: at(5) }
  const updated = write((fork) => updateComment(fork, 1, 2, 'd', at(1)))
  t.strictSame(updated, changed, 'updatedAt never goes back')
  t.match(last(), ['+comment 2'])
  write((fork) => deleteComment(fork, 1, 1))
  t.match(last(), ['-comment 1'])
  const { comments, updatedAt } = parseJson(read((view) => getTask(view, 1)))
  t.strictSame(comments, [changed, { id: 3, text: 'c', createdAt: at(5), updatedAt: at(5) }])
  t.equal(updatedAt, at(0))
  t.ok(isStored(board))
  // The row of a task counts with a position of 16 digits. Here it has one.
  const bytes = [...board.rows.values()].reduce(
    (sum, { kind, value }) => sum + (kind === 'ids' ? 0 : (value?.length ?? 0)),
    15,
  )
  const counted = board.read(({ version }) => version.usage.rowBytes)
  t.equal(counted, bytes)
  for (const [task, id, message] of [
    [1, 1, 'Comment not found with id: 1'],
    [2, 2, 'Task not found with id: 2'],
  ] as const) {
    t.throws(() => write((fork) => updateComment(fork, task, id, 'x', at(9))), { message })
    t.throws(() => write((fork) => deleteComment(fork, task, id)), { message })
  }
})

t.test('attachments belong to a task, which has a maximum of them', async (t) => {
  const board = createStoredBoard({ quota: { tasks: 9, comments: 9, attachmentBytes: 100 } })
  const { read, write, blobs } = board
  write((fork) => createTask(fork, values(), at(0)))
  const add = (...names: string[]) =>
    write((fork) =>
      addAttachments(
        fork,
        1,
        names.map((name) => file(name)),
        at(1),
      ),
    )
  t.strictSame(add('a', 'bb'), [
    { id: 1, fileName: 'a', contentType: 'text/plain', fileSizeBytes: 1, uploadedAt: at(1) },
    { id: 2, fileName: 'bb', contentType: 'text/plain', fileSizeBytes: 2, uploadedAt: at(1) },
  ])
  const surplus = Array.from({ length: ATTACHMENTS_MAX - 1 }, (_, index) => `file ${index}`)
  t.throws(() => add(...surplus), {
    message: `File '${surplus.at(-1)}' exceeds the limit of ${ATTACHMENTS_MAX} attachments per task`,
  })
  t.throws(() => add('x'.repeat(98)), { message: 'The limit of 100 bytes of attachments per board is exceeded' })
  const { attachment, blob } = read((view) => getAttachment(view, 1, 2))
  t.match(attachment, { id: 2, fileName: 'bb' })
  t.strictSame(blobs.get(blob), Buffer.from('bb'))
  write((fork) => deleteAttachment(fork, 1, 1))
  t.strictSame([...blobs.keys()], [blob])
  t.ok(isStored(board))
  t.throws(() => write((fork) => addAttachments(fork, 2, [file('a')], at(1))), { message: 'Task not found with id: 2' })
  for (const [task, id, message] of [
    [1, 1, 'Attachment not found with id: 1'],
    [2, 2, 'Task not found with id: 2'],
  ] as const) {
    t.throws(() => read((view) => getAttachment(view, task, id)), { message })
    t.throws(() => write((fork) => deleteAttachment(fork, task, id)), { message })
  }
})

t.test('tasks are counted by status and by priority', async (t) => {
  const { read, write } = createStoredBoard()
  write((fork) => {
    createTask(fork, values({ status: 'DONE' }), at(0))
    createTask(fork, values({ priority: 'HIGH' }), at(0))
    createTask(fork, values({ status: 'DONE', priority: 'HIGH' }), at(0))
  })
  t.strictSame(read(countTasks), { totalTasks: 3, todoTasks: 1, inProgressTasks: 0, doneTasks: 2 })
  t.match(read(countByPriority), {
    byStatus: { TODO: 1, IN_PROGRESS: 0, DONE: 2 },
    byPriority: { LOW: 0, MEDIUM: 1, HIGH: 2 },
  })
  write((fork) => replaceTask(fork, 2, { status: 'DONE' }, at(0)))
  const found = (filter: object) =>
    parseJson(read((view) => listTasks(view, query({ sort: 'sortOrder', direction: 'desc', ...filter }))).tasks)
  t.match(found({ status: 'DONE' }), [{ id: 2, sortOrder: 2 }, { id: 3 }, { id: 1 }])
  t.match(found({ priority: 'HIGH' }), [{ id: 2 }, { id: 3 }])
  t.match(found({ status: 'DONE', priority: 'HIGH' }), [
    { id: 2, sortOrder: 2 },
    { id: 3, sortOrder: 1 },
  ])
})

t.test('defects change when a task was created, and make ids free again', async (t) => {
  const { read, write, last } = createStoredBoard()
  for (let count = 0; count < 2; count++) write((fork) => createTask(fork, values(), at(5)))
  write((fork) => setCreatedAt(fork, 1, at(1)))
  t.match(parseJson(read((view) => getTask(view, 1))), { createdAt: at(1), updatedAt: at(5) })
  write((fork) => setCreatedAt(fork, 9, at(1)))
  t.strictSame(last(), [])
  t.notOk(write(reuseTaskIds))
  write((fork) => deleteTask(fork, 2))
  t.ok(write(reuseTaskIds))
  const created = write((fork) => createTask(fork, values(), at(5)))
  t.match(created, { id: 2 })
  write(deleteAllTasks)
  t.ok(write(reuseTaskIds))
})

t.test('checklist items keep their ids by their texts', async (t) => {
  const { write } = createStoredBoard()
  const items = (...texts: string[]) => ({ checklistItems: texts.map((text) => ({ text, done: false })) })
  const ids = ({ checklistItems }: { checklistItems: { id: number }[] }) => checklistItems.map(({ id }) => id)
  t.strictSame(ids(write((fork) => createTask(fork, values(items('a', 'a', 'b')), at(0)))), [1, 2, 3])
  t.strictSame(ids(write((fork) => replaceTask(fork, 1, items('b', 'a', 'c', 'a', 'a'), at(0)))), [3, 1, 4, 2, 5])
})

t.test('numbers are assigned once, and counts are kept by name', async (t) => {
  const profile = { room: 'a', ...newBoardProfile(at(0), { name: 'b' }) }
  t.match(profile, { name: 'b', ownerTokenHash: null, createdAt: at(0), usedAt: at(0) })
  const fork = { version: { ...emptyVersion(), profile } } as never
  t.strictSame([lastNumber(fork, 'claim'), countOf(fork, 'x')], [0, 0])
  t.strictSame([reserveNumbers(fork, 'claim', 3), reserveNumbers(fork, 'claim'), lastNumber(fork, 'claim')], [1, 4, 4])
  t.equal(reserveNumbers(fork, 'request'), 1)
  setCount(fork, 'x', 5)
  setCount(fork, 'y', 6)
  t.strictSame([countOf(fork, 'x'), countOf(fork, 'y'), lastNumber(fork, 'claim')], [5, 6, 4])
  const none = { version: emptyVersion() } as never
  t.strictSame([lastNumber(none, 'claim'), countOf(none, 'x')], [0, 0])
})
