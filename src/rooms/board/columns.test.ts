import t from 'tap'
import { createStoredBoard, load } from '../../../test/rooms/board/board-store.js'
import { at, createRandom, values } from '../../../test/rooms/store/contract/shared.js'
import { OPERATIONS } from './operations.js'

const { createTask, moveTask } = OPERATIONS
const TASKS = 300
const MOVES = 500

/** Moves tasks in a column of a board and of an array, and returns the number of rows of each commit. */
function move(targetOf: (move: number) => number, sourceOf: (move: number) => number): number[] {
  const board = createStoredBoard()
  board.write((fork) => {
    for (let index = 0; index < TASKS; index++) createTask(fork, values(), at(0))
  })
  const ids = Array.from({ length: TASKS }, (_, index) => index + 1)
  const rows: number[] = []
  for (let count = 0; count < MOVES; count++) {
    const [id] = ids.splice(sourceOf(count), 1) as [number]
    const target = targetOf(count)
    ids.splice(target, 0, id)
    const { sortOrder } = board.write((fork) => moveTask(fork, id, 'TODO', target, at(0)))
    if (sortOrder !== target) throw new Error(`${sortOrder} instead of ${target}`)
    rows.push(board.last().length)
  }
  for (const { columns } of [board.read(({ version }) => version), load(board.rows)]) {
    const column = columns[0]?.chunks.flat().map((task) => task.id)
    t.strictSame(column, ids, 'the column has the order of the array, also after it is loaded again')
  }
  return rows
}

t.test('tasks keep their order after many moves to one place, and a move changes few rows on average', (t) => {
  const random = createRandom(7)
  const last = () => TASKS - 1
  for (const [title, target, source] of [
    ['to the start', () => 0, last],
    ['to the end', last, () => 0],
    ['to place 1', () => 1, last],
    ['next to the end', () => TASKS - 2, () => 0],
    ['to the middle', () => 150, last],
    ['anywhere', () => random(TASKS), () => random(TASKS)],
  ] as const) {
    const rows = move(target, source)
    const average = rows.reduce((sum, count) => sum + count) / MOVES
    t.ok(average < 10 && Math.max(...rows) < 130, `${title}: ${average} rows`)
  }
  t.end()
})
