import t from 'tap'
import { taskAt, WORDS } from '../bench/boards/tasks.js'
import { readOptions, usage } from '../bench/options.js'

const SIZE = 10_000
const board = Array.from({ length: SIZE }, (_, index) => taskAt(index, SIZE, 'board'))
const isAbout = (count: number, part: number) => Math.abs(count / SIZE - part) < 0.02
const holding = (word: string) =>
  board.filter(({ values: { title, description, labels } }) =>
    [title, description ?? '', ...labels].some((text) => text.toLowerCase().includes(word)),
  ).length

t.test('bench: the board is the same every time', async (t) => {
  t.same(taskAt(4711, SIZE, 'board'), board[4711])
  t.not(new Set(board.map(({ values }) => JSON.stringify(values))).size, 1)
})

t.test('bench: one task has the rare word, about a third the frequent one, none the third', async (t) => {
  t.equal(holding(WORDS.rare), 1)
  t.ok(isAbout(holding(WORDS.frequent), 1 / 3))
  t.equal(holding(WORDS.none), 0)
})

t.test('bench: about a third of the tasks is in each column, or all in one', async (t) => {
  for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
    t.ok(isAbout(board.filter(({ values }) => values.status === status).length, 1 / 3), status)
  }
  const column = Array.from({ length: 100 }, (_, index) => taskAt(index, 100, 'column'))
  t.same([...new Set(column.map(({ values }) => values.status))], ['TODO'])
})

t.test('bench: tasks have labels, checklists and comments, and some have none', async (t) => {
  const lists = {
    labels: board.map(({ values }) => values.labels.length),
    items: board.map(({ values }) => values.checklistItems.length),
    comments: board.map(({ comments }) => comments.length),
  }
  for (const [name, lengths] of Object.entries(lists)) {
    t.same([...new Set(lengths)].sort(), [0, 1, 2, 3], name)
  }
})

t.test('bench: a full run writes the page, a short one only where it is told to', async (t) => {
  const read = (...args: string[]) => readOptions(args, ['get-one', 'create'])
  t.match(read(), { isWritten: true, isQuick: false, rounds: 4 })
  t.match(read('--quick'), { isWritten: false, isQuick: true, latencySeconds: 0 })
  t.match(read('--quick', '--write'), { isWritten: true })
  t.match(read('--only', 'create,start'), { isWritten: false, only: ['create', 'start'] })
  t.match(read('--rounds', '7'), { isWritten: true, rounds: 7 })
})

t.test('bench: arguments that make no sense are refused', async (t) => {
  const read = (...args: string[]) => readOptions(args, ['get-one'])
  t.throws(() => read('--only', 'get-two'), { message: 'There is nothing that is called get-two' })
  t.throws(() => read('--only', 'get-one', '--write'), 'the page would have holes')
  t.throws(() => read('--rounds', '0'))
  t.throws(() => read('--rounds', 'x'))
  t.throws(() => read('--fast'))
  t.match(usage(['get-one']), 'get-one, start, size', 'the help names what can be measured')
})
