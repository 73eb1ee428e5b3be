import t from 'tap'
import { taskAt, WORDS } from './tasks.js'

const SIZE = 10_000
const board = Array.from({ length: SIZE }, (_, index) => taskAt(index, SIZE, 'board'))
const isAbout = (count: number, share: number) => Math.abs(count / SIZE - share) < 0.02
const countWith = (word: string) =>
  board.filter(({ values: { title, description, labels } }) =>
    [title, description ?? '', ...labels].some((text) => text.toLowerCase().includes(word)),
  ).length

t.test('generates the same tasks every time', async (t) => {
  t.same(taskAt(4711, SIZE, 'board'), board[4711])
  t.not(new Set(board.map(({ values }) => JSON.stringify(values))).size, 1)
})

t.test('puts the rare word into one task, the frequent word into about a third, and the last into none', async (t) => {
  t.equal(countWith(WORDS.rare), 1)
  t.ok(isAbout(countWith(WORDS.frequent), 1 / 3))
  t.equal(countWith(WORDS.none), 0)
})

t.test('puts about a third of the tasks into each column, or all into one', async (t) => {
  for (const status of ['TODO', 'IN_PROGRESS', 'DONE']) {
    t.ok(isAbout(board.filter(({ values }) => values.status === status).length, 1 / 3), status)
  }
  const column = Array.from({ length: 100 }, (_, index) => taskAt(index, 100, 'column'))
  t.same([...new Set(column.map(({ values }) => values.status))], ['TODO'])
})

t.test('generates up to three labels, checklist items and comments', async (t) => {
  const lists = {
    labels: board.map(({ values }) => values.labels.length),
    items: board.map(({ values }) => values.checklistItems.length),
    comments: board.map(({ comments }) => comments.length),
  }
  for (const [name, lengths] of Object.entries(lists)) {
    t.same([...new Set(lengths)].sort(), [0, 1, 2, 3], name)
  }
})
