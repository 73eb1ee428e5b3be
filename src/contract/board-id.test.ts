import t from 'tap'
import { createBoardId, isBoardId } from './board-id.js'

t.test('ids of new boards and of all boards of earlier versions are valid', async (t) => {
  const start = `${'aB3_-'.repeat(4)}x`
  for (const id of [createBoardId(), ...['A', 'Q', 'g', 'w'].map((last) => start + last)]) t.ok(isBoardId(id), id)
  for (const id of [`${start}B`, `${start}AA`, start, `${createBoardId()}a`, 'default']) t.notOk(isBoardId(id), id)
})
