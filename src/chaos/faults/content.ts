import type { Static } from '@sinclair/typebox'
import { findTimestamps, isPage, isTask } from '../../contract/bodies.js'
import type { TaskListQuery } from '../../contract/schemas/task.js'
import { faultsIn } from '../fault.js'

const TASK_FIELDS = ['description', 'priority'] as const

const PAGE_FIELDS = ['totalPages', 'currentPage'] as const

const inPart = faultsIn('content')

export const searchCase = inPart({
  name: 'search-case',
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
})

export const missingFields = inPart({
  name: 'missing-fields',
  rate: 0.08,
  scope: 'successful responses with a task',
  effect: '`description` or `priority` is missing from one task.',
  after({ body }, draw) {
    const tasks = isPage(body) ? body.content : isTask(body) ? [body] : []
    const task = tasks[draw.index('task', tasks.length)]
    const field = TASK_FIELDS[draw.index('field', TASK_FIELDS.length)]
    if (task === undefined || field === undefined) return false
    return delete task[field]
  },
})

export const pagination = inPart({
  name: 'pagination',
  rate: 0.05,
  scope: 'lists of tasks',
  effect: '`totalPages` or `currentPage` is off by one, never negative.',
  after({ body }, draw) {
    if (!isPage(body)) return false
    const field = PAGE_FIELDS[draw.index('field', PAGE_FIELDS.length)] ?? 'totalPages'
    const down = body[field] > 0 && draw.index('direction', 2) === 0
    body[field] += down ? -1 : 1
    return true
  },
})

export const dateMix = inPart({
  name: 'date-mix',
  rate: 0.1,
  scope: 'successful responses with a timestamp',
  effect: 'Some timestamps are Unix time in seconds, as integers. If there are several, at least one stays ISO 8601.',
  after({ body }, draw) {
    const timestamps = findTimestamps(body)
    const changed = draw.index('changed', timestamps.length)
    const kept = (changed + 1 + draw.index('kept', timestamps.length - 1)) % timestamps.length
    for (const [index, { owner, key }] of timestamps.entries()) {
      const isChanged = index === changed || (index !== kept && draw.index(`timestamp ${index}`, 2) === 0)
      if (isChanged) owner[key] = Date.parse(owner[key] as string) / 1000
    }
    return timestamps.length > 0
  },
})

export const staleRead = inPart({
  name: 'stale-read',
  scope: 'reads that were sent before, and have changed since',
  effect: 'The response shows the state before the last change.',
  needsHistory: true,
})

export const duplicateItem = inPart({
  name: 'duplicate-item',
  scope: 'lists of tasks with a task',
  effect: 'The page has one of its tasks twice. Its page counts are correct.',
  addsContent: true,
  after({ body }, draw) {
    const task = isPage(body) ? body.content[draw.index('task', body.content.length)] : undefined
    if (!isPage(body) || task === undefined) return false
    body.content.splice(draw.index('place', body.content.length + 1), 0, structuredClone(task))
    return true
  },
})
