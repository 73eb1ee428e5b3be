import t from 'tap'
import { BoardNotFound } from '../../../src/contract/errors.js'
import { parseJson } from '../../../src/contract/json.js'
import { type Board, createBoard } from '../../../src/rooms/board/board.js'
import { prepareContent, readContent, replaceContent } from '../../../src/rooms/board/content.js'
import { listSteps, listTasks } from '../../../src/rooms/board/list.js'
import { OPERATIONS } from '../../../src/rooms/board/operations.js'
import { finish } from '../../../src/rooms/board/steps.js'
import { emptyVersion, type Fork, type View } from '../../../src/rooms/board/version.js'
import { at, query, values } from '../../store/contract/shared.js'

const { createTask, createComment, addAttachments, countTasks, deleteAllTasks, deleteTask, getTask, moveTask } =
  OPERATIONS

const create = (board: Board, title = 'A task') => board.write((fork) => createTask(fork, values({ title }), at(0)))
const total = (board: Board) => board.read(countTasks).totalTasks

/** Closes the open fork, and returns the kinds and ids of its rows. */
function close(board: Board): string[] {
  return (board.close()?.rows ?? []).map(
    ({ kind, id, value }) => `${value === null ? '-' : '+'}${kind} ${Number(id) || id}`,
  )
}

t.test('a read sees a write when it is committed, and a write sees those before it', async (t) => {
  const board = createBoard('a', emptyVersion())
  t.equal(create(board).id, 1)
  t.equal(create(board).id, 2)
  t.equal(total(board), 0)
  t.strictSame(close(board), ['+ids last', '+task 1', '+task 2'])
  t.equal(create(board).id, 3, 'a write during the commit goes to the next fork')
  t.equal(total(board), 0)
  board.commit()
  t.equal(total(board), 2)
  t.ok(board.hasUnwritten())
  t.strictSame(close(board), ['+ids last', '+task 3'])
  board.commit()
  t.equal(total(board), 3)
  t.notOk(board.hasUnwritten())
  t.equal(board.close(), undefined, 'nothing was written')
  board.commit()
  t.equal(total(board), 3)
})

t.test('a write that throws leaves the fork as it was', async (t) => {
  const board = createBoard('a', emptyVersion())
  create(board)
  t.throws(
    () =>
      board.write((fork) => {
        createTask(fork, values(), at(0))
        deleteTask(fork, 9)
      }),
    { message: 'Task not found with id: 9' },
  )
  t.equal(create(board).id, 2)
  t.strictSame(close(board), ['+ids last', '+task 1', '+task 2'])
})

t.test('a failed commit drops its fork and those built on it', async (t) => {
  const board = createBoard('a', emptyVersion())
  create(board)
  board.close()
  board.commit()
  create(board)
  board.close()
  create(board)
  board.drop()
  t.notOk(board.hasUnwritten())
  t.equal(total(board), 1)
  t.equal(create(board).id, 2)
})

t.test('two forks cannot be closed at once', async (t) => {
  const board = createBoard('a', emptyVersion())
  create(board)
  board.close()
  create(board)
  t.throws(() => board.close(), { message: 'The fork before this one is not yet committed' })
})

t.test('a rehearsal returns what a write would return, and changes nothing', async (t) => {
  const board = createBoard('a', emptyVersion())
  create(board)
  const rehearsed = board.rehearse((fork) => createTask(fork, values(), at(0)))
  t.equal(rehearsed.id, 2)
  t.strictSame(create(board), rehearsed)
})

t.test('a version is revoked when its function returns', async (t) => {
  const board = createBoard('a', emptyVersion())
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
  const board = createBoard('a', emptyVersion())
  const message = 'A function that gets a version of a board must not return a promise'
  // @ts-expect-error
  t.throws(() => board.read(async (view) => countTasks(view)), { message })
  // @ts-expect-error
  t.throws(() => board.write(async (fork) => createTask(fork, values(), at(0))), { message })
  t.notOk(board.hasUnwritten())
})

t.test('a board that has ended refuses all calls', async (t) => {
  const board = createBoard('a', emptyVersion())
  board.end(new BoardNotFound())
  t.throws(() => create(board), BoardNotFound)
  t.throws(() => total(board), BoardNotFound)
  t.throws(() => board.rehearse(deleteAllTasks), BoardNotFound)
  t.throws(() => board.start(readContent), BoardNotFound)
})

t.test('long work sees one version while the board is written', async (t) => {
  const board = createBoard('a', emptyVersion())
  create(board)
  board.close()
  board.commit()
  const steps = board.start(readContent)
  steps.next()
  create(board)
  board.close()
  board.commit()
  t.equal(finish(steps).tasks.length, 1)
})

t.test('rows name what has changed, and blobs what is no longer needed', async (t) => {
  const board = createBoard('a', emptyVersion())
  const file = { fileName: 'a', contentType: 'text/plain', fileSizeBytes: 1 }
  const commit = () => {
    const changes = close(board)
    board.commit()
    return changes
  }
  for (let index = 0; index < 3; index++) create(board)
  board.write((fork) => createComment(fork, 2, 'A comment', at(0)))
  board.write((fork) =>
    addAttachments(
      fork,
      2,
      [
        { ...file, blob: 'x' },
        { ...file, blob: 'y' },
      ],
      at(0),
    ),
  )
  t.match(commit(), ['+ids last', '+task 1', '+task 2', '+file x', '+file y', '+comment 1', '+task 3'])
  board.write((fork) => moveTask(fork, 3, 'TODO', 0, at(0)))
  t.strictSame(commit(), ['+task 3'], 'a move changes one row')
  board.write((fork) => createComment(fork, 2, 'Another', at(0)))
  t.strictSame(commit(), ['+ids last', '+comment 2'], 'a comment does not change its task')
  const content = finish(board.start(readContent))
  const replaceWith = (suffix: string) => {
    const tasks = content.tasks.map(({ task, blobs }) => ({ task, blobs: blobs.map((blob) => blob + suffix) }))
    board.write((fork) => replaceContent(fork, finish(prepareContent({ ...content, tasks }))))
    return commit()
  }
  replaceWith('1')
  t.strictSame(
    replaceWith('2'),
    ['+task 2', '-file x1', '-file y1', '+file x2', '+file y2', '+comment 1', '+comment 2'],
    'a task names its new files, even if nothing else has changed',
  )
  board.write((fork) => OPERATIONS.deleteAttachment(fork, 2, 1))
  t.strictSame(commit(), ['+task 2', '-file x2'], 'a file that nothing refers to is deleted')
  board.write(deleteAllTasks)
  t.strictSame(commit(), ['-task 1', '-task 2', '-file y2', '-comment 1', '-comment 2', '-task 3'])
})

t.test('the rows of a board have a maximum size', async (t) => {
  const rowBytesMax = 1000
  const board = createBoard('a', emptyVersion(), { rowBytesMax })
  create(board, 'x'.repeat(500))
  const message = 'The limit of 1000 bytes per board is exceeded'
  t.throws(() => create(board, 'x'.repeat(500)), { message })
  t.throws(() => board.rehearse((fork) => createComment(fork, 1, 'x'.repeat(500), at(0))), { message })
  const sizeOf = (title: string) => {
    const { size, write } = createBoard('a', emptyVersion())
    const before = size()
    write((fork) => createTask(fork, values({ title }), at(0)))
    write((fork) => createComment(fork, 1, title, at(0)))
    return size() - before
  }
  const fixed = sizeOf('')
  t.equal(sizeOf('x'.repeat(500)) - fixed, 4 * 500, 'the row, the text for searches, the title, and the comment')
  t.ok(sizeOf('€'.repeat(500)) > 2 * 4 * 500 + fixed, 'other characters than those of Latin-1 take two bytes')
  board.close()
  board.commit()
  const version = board.read((view) => view.version)
  const small = createBoard('a', version, { rowBytesMax: 300 })
  t.throws(() => create(small), { message: 'The limit of 300 bytes per board is exceeded' })
  small.write((fork) => OPERATIONS.replaceTask(fork, 1, { title: 'x' }, at(0)))
  t.ok(small.hasUnwritten(), 'rows that are too large can become smaller')
})

t.test('lists stay right after every change of a board with several chunks', async (t) => {
  const board = createBoard('a', emptyVersion())
  for (let index = 0; index < 1500; index++) create(board, `Task ${index % 7}`)
  const titles = (title: string) =>
    parseJson(board.rehearse((fork) => listTasks(fork, query({ sort: 'title', size: 1, search: title }))).tasks)
  t.match(titles('task 3'), [{ id: 4 }])
  board.write((fork) => deleteTask(fork, 4))
  t.match(titles('TASK 3'), [{ id: 11 }])
})

t.test('a search is done in small steps, because one task can take long', async (t) => {
  const board = createBoard('a', emptyVersion())
  for (let index = 0; index < 20; index++) create(board, 'a'.repeat(2048))
  board.close()
  board.commit()
  for (const sort of ['title', 'sortOrder'] as const) {
    const steps = board.start((version) => listSteps(version, query({ sort, search: 'x' })))
    t.ok([...steps].length >= 10, sort)
  }
})
