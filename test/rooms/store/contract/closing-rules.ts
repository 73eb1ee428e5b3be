import { at, BOARD, type Rule, readAll, values } from './shared.js'

const UNAVAILABLE = { message: 'The store is not available, try again later' }

export function closingRules(rule: Rule): void {
  rule('close() waits for pending writes', async (t, store) => {
    await store.readState(BOARD)
    const writes = Promise.all(Array.from({ length: 10 }, () => store.createTask(BOARD, values(), at(0))))
    await store.close()
    t.equal((await writes).length, 10)
  })

  rule('a closed store rejects reads and writes, and can be closed again', async (t, store) => {
    await store.close()
    await t.rejects(readAll(store), UNAVAILABLE)
    await t.rejects(store.ping(), UNAVAILABLE)
    await t.rejects(store.createTask(BOARD, values(), at(0)), UNAVAILABLE)
    await t.rejects(store.deleteAllTasks(BOARD), UNAVAILABLE)
    await store.close()
  })
}
