import { BOARD, type Rule, same } from './shared.js'

const MAX = 3

export function defectRules(rule: Rule): void {
  rule('notes of a defect are appended, and the oldest are deleted', async (t, store) => {
    await store.configureDefects(BOARD, ['x', 'y'])
    const notes = async () => (await store.readState(BOARD)).defects
    await store.addDefectNotes(BOARD, 'x', [{ position: 1 }, 'text'], MAX)
    same(t, await notes(), { x: [{ position: 1 }, 'text'], y: [] })
    await Promise.all([3, 4].map((note) => store.addDefectNotes(BOARD, 'x', [note], MAX)))
    same(t, await notes(), { x: ['text', 3, 4], y: [] })
    await store.addDefectNotes(BOARD, 'z', [5], MAX)
    same(t, await notes(), { x: ['text', 3, 4], y: [] }, 'a defect that the board does not have')
    await store.configureDefects(BOARD, ['x'])
    same(t, await notes(), { x: [] })
    await store.configureDefects(BOARD, [])
    await store.addDefectNotes(BOARD, 'x', [5], MAX)
    same(t, await notes(), {})
  })
}
