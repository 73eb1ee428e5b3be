import type { Static } from '@sinclair/typebox'
import type { TaskListQuery } from '../../../contract/schemas/task.js'
import type { Fault } from '../fault.js'

export const searchCase: Fault = {
  name: 'search-case',
  part: 'content',
  rate: 0.2,
  scope: 'lists of tasks with `search`',
  effect: 'The search is case-sensitive.',
  before(request) {
    // The client cannot see what the search has found.
    const isHidden = request.faults?.drawn.some(({ fault }) => fault.hidesContent)
    if (!isHidden) request.searchOptions = { matchCase: true }
    return undefined
  },
  async isEffective({ query, routeOptions, board, searchOptions }) {
    if (routeOptions.schema?.operationId !== 'listTasks' || searchOptions === undefined) return false
    const { search, status, priority } = query as Static<typeof TaskListQuery>
    if (search === undefined) return false
    // The case-sensitive search finds a subset of the tasks, so equal totals mean equal results. A defect of the board can
    // have changed the total in the response.
    const first = { page: 0, size: 1, sort: 'id', direction: 'asc', search, status, priority } as const
    const { total } = await board.store.listTasks(board.id, first)
    return total !== (await board.store.listTasks(board.id, { ...first, matchCase: true })).total
  },
}
