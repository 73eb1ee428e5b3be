import type { Static } from '@sinclair/typebox'
import { findTimestamps, isPage, isTask } from '../../../contract/bodies.js'
import { InternalError } from '../../../contract/errors.js'
import type { TaskListQuery } from '../../../contract/schemas/task.js'
import { faultsWith } from '../fault.js'

const TASK_FIELDS = ['description', 'priority'] as const
const PAGE_FIELDS = ['totalPages', 'currentPage'] as const

/** The faults of the specification (section 7). */
export const specification = faultsWith({ part: 'content' })({
  'slow-response': {
    part: 'connection',
    rate: 0.15,
    effect: 'The response is delayed, by 2 to 5 seconds by default.',
    delay: ([shortest, longest], draw) => shortest + draw.fraction('delay') * (longest - shortest),
  },
  'server-error': {
    part: 'status',
    rate: 0.1,
    effect: 'The status is 500. The request changes nothing, so a retry is safe.',
    replacesOperation: true,
    before() {
      throw new InternalError()
    },
  },
  'search-case': {
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
      // The case-sensitive search finds a subset of the tasks, so equal totals mean equal results. A defect of the board
      // can have changed the total in the response.
      const first = { page: 0, size: 1, sort: 'id', direction: 'asc', search, status, priority } as const
      const { total } = await board.store.listTasks(board.id, first)
      return total !== (await board.store.listTasks(board.id, { ...first, matchCase: true })).total
    },
  },
  'missing-fields': {
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
  },
  pagination: {
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
  },
  'date-mix': {
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
  },
  'wrong-status': {
    part: 'status',
    rate: 0.05,
    scope: 'responses with status 201',
    effect: 'The status is 200 instead of 201.',
    after(response) {
      if (response.status !== 201) return false
      response.status = 200
      return true
    },
  },
})
