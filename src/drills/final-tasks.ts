import type { Store } from '../store/store.js'
import type { FinalTask } from './task.js'

/** The number of tasks that one call reads, and the maximum number of calls. A client creates 20 tasks. */
const PAGE_SIZE = 100
const PAGES_MAX = 5

/** Reads the tasks of a board. Of a board with many more tasks than a client creates, it reads only the first ones. */
export async function readFinalTasks(store: Pick<Store, 'listTasks'>, board: string): Promise<FinalTask[]> {
  const found: FinalTask[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const { tasks, total } = await store.listTasks(board, { page, size: PAGE_SIZE, sort: 'id', direction: 'asc' })
    found.push(...(JSON.parse(tasks) as FinalTask[]))
    if (found.length >= total) break
  }
  return found
}
