import t from 'tap'
import { createStoredBoard, isStored, type StoredBoard } from '../../../test/rooms/board/board-store.js'
import { at, file, query, values } from '../../../test/rooms/store/contract/shared.js'
import { parseJson } from '../../contract/json.js'
import { type ContentTask, prepareContent, readContent, replaceContent } from './content.js'
import { listSteps, listTasks } from './list.js'
import { createLoader } from './load.js'
import { OPERATIONS } from './operations.js'
import { finish } from './steps.js'
import type { Fork, View } from './version.js'

const { createTask, createComment, addAttachments, countTasks, deleteAllTasks, deleteTask, getTask, moveTask } =
  OPERATIONS

const create = (board: StoredBoard, title = 'A task') =>
  board.write((fork) => createTask(fork, values({ title }), at(0)))

t.test('a version is revoked when its function returns', async (t) => {
  const board = createStoredBoard()
  let kept: Fork | View | undefined
  board.write((fork) => {
    kept = fork
  })
  t.throws(() => createTask(kept as Fork, values(), at(0)), TypeError)
  board.read((view) => {
    kept = view
  })
  t.throws(() => getTask(kept as View, 1), TypeError)
})

t.test('a function that returns a promise does not compile and is refused', async (t) => {
  const board = createStoredBoard()
  const message = 'A function that gets a version of a board must not return a promise'
  // @ts-expect-error
  t.throws(() => board.read(async (view) => countTasks(view)), { message })
  // @ts-expect-error
  t.throws(() => board.write(async (fork) => createTask(fork, values(), at(0))), { message })
  t.strictSame(board.last(), [])
})

t.test('long work sees one version while the board is written', async (t) => {
  const board = createStoredBoard()
  create(board)
  const steps = board.read(({ version }) => readContent(version))
  steps.next()
  create(board)
  t.equal(finish(steps).tasks.length, 1)
})

t.test('rows name what has changed, and blobs what is no longer needed', async (t) => {
  const board = createStoredBoard()
  const files = ['x', 'yy'].map((text) => ({ fileName: text, contentType: 'text/plain', bytes: Buffer.from(text) }))
  for (let index = 0; index < 3; index++) create(board)
  t.match(board.last(), ['+task 3', '+ids last'])
  board.write((fork) => createComment(fork, 2, 'A comment', at(0)))
  t.match(board.last(), ['+comment 1', '+ids last'], 'a comment does not change its task')
  board.write((fork) => addAttachments(fork, 2, files, at(0)))
  t.equal(board.last().length, 4, 'two files, the task and the last ids')
  t.equal(board.blobs.size, 2)
  board.write((fork) => moveTask(fork, 3, 'TODO', 0, at(0)))
  t.strictSame(board.last(), ['+task 3'], 'a move changes one row')
  board.write((fork) => OPERATIONS.deleteAttachment(fork, 2, 1))
  t.strictSame([...board.blobs.values()], [Buffer.from('yy')], 'a file that nothing refers to is deleted')
  const { task } = finish(board.read(({ version }) => readContent(version))).tasks[1] as ContentTask
  const content = { lastIds: { task: 2, checklistItem: 0, comment: 1, attachment: 2 }, tasks: [{ task, files: [] }] }
  board.write((fork) => replaceContent(fork, finish(prepareContent('a', content))))
  t.match(board.last(), ['-task *', '-comment *', '-file *', '+task 2', '+comment 1', '+ids last'])
  t.equal(board.blobs.size, 0)
  t.strictSame([...board.rows.values()].map(({ kind }) => kind).toSorted(), ['comment', 'ids', 'task'])
  board.write((fork) => deleteTask(fork, 2))
  t.strictSame(board.last(), ['-task 2', '-comment 1'])
  create(board)
  board.write((fork) => {
    createTask(fork, values(), at(0))
    deleteAllTasks(fork)
  })
  t.strictSame(board.last(), ['-task *', '-comment *', '-file *', '+ids last'])
})

t.test('the rows of a board have a maximum size', async (t) => {
  const rowBytesMax = 1000
  const board = createStoredBoard({ rowBytesMax })
  create(board, 'x'.repeat(500))
  const message = 'The limit of 1000 bytes per board is exceeded'
  t.throws(() => create(board, 'x'.repeat(500)), { message })
  t.throws(() => board.write((fork) => createComment(fork, 1, 'x'.repeat(500), at(0))), { message })
  const sizeOf = (title: string) => {
    const { size, write } = createStoredBoard()
    const before = size()
    write((fork) => createTask(fork, values({ title }), at(0)))
    write((fork) => createComment(fork, 1, title, at(0)))
    return size() - before
  }
  const fixed = sizeOf('')
  t.equal(sizeOf('x'.repeat(500)) - fixed, 4 * 500, 'the row, the text for searches, the title, and the comment')
  t.ok(sizeOf('€'.repeat(500)) > 2 * 4 * 500 + fixed, 'other characters than those of Latin-1 take two bytes')
  const small = createStoredBoard(
    { rowBytesMax: 300 },
    board.read((view) => view.version),
  )
  t.throws(() => create(small), { message: 'The limit of 300 bytes per board is exceeded' })
  small.write((fork) => OPERATIONS.replaceTask(fork, 1, { title: 'x' }, at(0)))
  t.match(small.last(), ['+task 1'], 'rows that are too large can become smaller')
})

t.test('lists stay right after every change of a board with several chunks', async (t) => {
  const board = createStoredBoard()
  for (let index = 0; index < 1500; index++) create(board, `Task ${index % 7}`)
  const titles = (title: string) =>
    parseJson(board.read((view) => listTasks(view, query({ sort: 'title', size: 1, search: title }))).tasks)
  t.match(titles('task 3'), [{ id: 4 }])
  board.write((fork) => deleteTask(fork, 4))
  t.match(titles('TASK 3'), [{ id: 11 }])
  t.equal(board.read((view) => listTasks(view, query({ sort: 'title' }))).total, 1499, 'a list after a search has all')
})

t.test('sorted lists of one version with different filters have different tasks', async (t) => {
  const board = createStoredBoard()
  const filters = [
    { status: 'TODO', priority: 'LOW' },
    { status: 'TODO', priority: 'HIGH' },
    { status: 'DONE', priority: 'LOW' },
  ] as const
  for (const filter of filters) board.write((fork) => createTask(fork, values(filter), at(0)))
  for (const [index, filter] of filters.entries()) {
    const { tasks } = board.read((view) => listTasks(view, query({ sort: 'title', ...filter })))
    t.strictSame(
      parseJson(tasks).map(({ id }) => id),
      [index + 1],
    )
  }
})

t.test('a search is done in small steps, because one task can take long', async (t) => {
  const board = createStoredBoard()
  for (let index = 0; index < 20; index++) create(board, 'a'.repeat(2048))
  for (const sort of ['title', 'sortOrder'] as const) {
    const steps = board.read(({ version }) => listSteps(version, query({ sort, search: 'x' })))
    t.match([...steps].length, /^1[012]$/, sort)
  }
})

t.test('long work is done in steps of many tasks', async (t) => {
  const board = createStoredBoard()
  board.write((fork) => {
    for (let index = 0; index < 5000; index++) createTask(fork, values(), at(0))
  })
  t.ok(isStored(board))
  const version = board.read((view) => view.version)
  const content = finish(readContent(version))
  const loader = createLoader('a')
  const steps = [
    listSteps(version, query({ sort: 'title', page: 20, size: 100 })),
    loader.add([...board.rows.values()] as never),
    loader.finish(),
    prepareContent('a', content),
  ].map((work) => [...work].length)
  t.strictSame(steps, [14, 79, 19, 175], 'at most 512 tasks, or 64 rows, or 32 tasks with their files at once')
})

t.test('a content that was read can be that of another board', async (t) => {
  const [board, other] = [createStoredBoard(), createStoredBoard()]
  for (let index = 0; index < 3; index++) create(board)
  board.write((fork) => moveTask(fork, 3, 'TODO', 0, at(0)))
  board.write((fork) => createComment(fork, 2, 'A comment', at(0)))
  board.write((fork) => addAttachments(fork, 2, [file('a')], at(0)))
  const read = ({ read }: StoredBoard) => finish(read(({ version }) => readContent(version)))
  const { missing, ...content } = read(board)
  t.equal(missing.length, 1)
  for (const { files, blobs } of missing) files.push(...blobs.map((blob) => board.blobs.get(blob) as Uint8Array))
  const prepared = finish(prepareContent('a', content))
  const written = prepared.written.flatMap(({ blobs }) => blobs.map(({ bytes }) => bytes))
  t.strictSame(written, [Buffer.from('a')])
  other.write((fork) => replaceContent(fork, prepared))
  t.ok(isStored(other))
  const tasksOf = ({ tasks }: { tasks: ContentTask[] }) => tasks.map(({ task }) => task)
  t.strictSame(tasksOf(read(other)), tasksOf(content))
})
