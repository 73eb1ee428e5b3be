import type { Store } from '../rooms/store.js'
import type { FinalTask } from './task.js'

/** The number of tasks that one call reads, and the maximum number of calls. A client creates 20 tasks. */
const PAGE_SIZE = 100
const PAGES_MAX = 5

/**
 * Reads the tasks that were created during a run. Of many more than a client creates, it reads only the latest ones.
 *
 * @param before the id of the latest task before the run; `null` if it has not begun
 */
export async function readFinalTasks(
  store: Pick<Store, 'listTasks'>,
  board: string,
  before: number | null,
): Promise<FinalTask[]> {
  const found: (FinalTask & { id: number })[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const { tasks, total } = await store.listTasks(board, { page, size: PAGE_SIZE, sort: 'id', direction: 'desc' })
    found.push(...(JSON.parse(tasks) as typeof found))
    if (found.length >= total) break
  }
  return found.filter(({ id }) => before !== null && id > before)
}
