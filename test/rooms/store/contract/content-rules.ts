import { at, BOARD, file, newBoard, type Rule, same, values } from './shared.js'

export function contentRules(rule: Rule): void {
  rule('measure() counts private boards and the bytes of all attachments', async (t, store) => {
    same(t, await store.measure(), { classes: 0, boards: 0, attachmentBytes: 0 })
    await store.createBoards([newBoard('a'), newBoard('b')], 10, at(0))
    for (const board of ['a', BOARD]) {
      await store.createTask(board, values(), at(0))
      await store.addAttachments(board, 1, [file('a', 'four')], at(0))
    }
    await store.deleteBoard('b')
    same(t, await store.measure(), { classes: 0, boards: 1, attachmentBytes: 8 })
  })
}
