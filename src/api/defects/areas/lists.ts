/** The defects, a file for each area of the API. @module */

import { isPage } from '../../../contract/bodies.js'
import { PathNotFound, ValidationFailed } from '../../../contract/errors.js'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../contract/limits.js'
import type { Fields } from '../../../contract/parse.js'
import { PRIORITIES } from '../../../contract/schemas/enumerations.js'
import type { Task } from '../../../contract/schemas/task.js'
import { changeFields, pageOf, tasksOf } from '../change-fields.js'
import { respondWithError } from '../change-response.js'
import { defectsIn, override } from '../defect.js'
import { changeList, changeQuery, sortBy } from '../tasks.js'

/** Pages, filters and the order of lists. */
export const lists = defectsIn({ area: 'lists', operations: ['listTasks'] })({
  'TB-048 filters-joined-by-or | major body': {
    title: 'A list with several filters contains the tasks that match any of them.',
    rule: 'A list contains the tasks that match all filters (specification, section 4).',
    replace: changeList(({ status, priority, search, ...rest }, read) => {
      const filters = [status && { status }, priority && { priority }, search && { search }].filter(Boolean)
      if (filters.length < 2) return undefined
      const ids = new Set(filters.flatMap((filter) => read({ ...filter })).map(({ id }) => id))
      return read(rest).filter(({ id }) => ids.has(id))
    }),
  },
  'TB-049 last-page-lacks-task | major body': {
    title: 'The last of several pages lacks its last task.',
    rule: 'The pages of a list contain every matching task (decisions 13 and 14).',
    beforeSend({ body }) {
      if (isPage(body) && body.totalPages > 1 && body.currentPage === body.totalPages - 1) body.content.pop()
    },
  },
  'TB-050 list-ignores-direction | major order, current edition': {
    title: 'The parameter `direction` is ignored.',
    rule: '`direction=desc` reverses the order of a list (specification, section 4).',
    replace: changeQuery(() => ({ direction: 'asc' })),
  },
  'TB-051 list-ignores-priority | major body': {
    title: 'The filter `priority` is ignored.',
    rule: 'The filter `priority` returns only tasks with this priority (decision 15).',
    replace: changeQuery(() => ({ priority: undefined })),
  },
  'TB-052 list-ignores-status | major body': {
    title: 'The filter `status` is ignored.',
    rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
    replace: changeQuery(() => ({ status: undefined })),
  },
  'TB-053 missing-dates-first | minor order, current edition': {
    title: 'In a list sorted by `dueDate`, tasks without a date come first.',
    rule: 'Tasks without a `dueDate` come last in both directions (decision 14).',
    replace: changeList((query, read) => {
      if (query.sort !== 'dueDate') return undefined
      const tasks = read(query)
      return [...tasks.filter(({ dueDate }) => dueDate === null), ...tasks.filter(({ dueDate }) => dueDate !== null)]
    }),
  },
  'TB-054 page-counted-from-1 | major body': {
    title: 'The first page has the number 1. The page 0 is the same.',
    rule: 'Pages are counted from 0 (specification, section 4).',
    replace: changeQuery(({ page }) => ({ page: Math.max(page - 1, 0) })),
  },
  'TB-055 page-past-end-returns-404 | minor status': {
    title: 'A page past the end returns 404.',
    rule: 'A page past the end is 200 with empty `content` (decision 13).',
    beforeSend(response, { request }) {
      const { body } = response
      if (isPage(body) && body.currentPage > 0 && body.currentPage >= body.totalPages) {
        respondWithError(response, request, new PathNotFound())
      }
    },
  },
  'TB-056 size-ignored | major body': {
    title: 'The parameter `size` is ignored: pages have 20 tasks.',
    rule: '`size` is the number of items per page (specification, section 4).',
    replace: changeQuery(() => ({ size: PAGE_SIZE_DEFAULT })),
    beforeSend: changeFields(pageOf, ({ totalElements }) => ({
      pageSize: PAGE_SIZE_DEFAULT,
      totalPages: Math.ceil(totalElements / PAGE_SIZE_DEFAULT),
    })),
  },
  'TB-057 status-sorted-by-name | minor order': {
    title: 'A list sorted by `status` starts with `DONE`: the order is alphabetical.',
    rule: '`status` sorts in the order of its values: `TODO`, `IN_PROGRESS`, `DONE` (decision 14).',
    // The values are in reverse alphabetical order, so the other direction gives alphabetical order.
    replace: changeQuery(
      ({ sort, direction }) => sort === 'status' && { direction: direction === 'asc' ? 'desc' : 'asc' },
    ),
  },
  'TB-058 ties-unstable | major order': {
    title: 'On pages with odd numbers, tasks with equal sort values are in another order, so pages overlap.',
    rule: 'Ties are broken by ascending `id`, so pages never overlap (decision 14).',
    replace: changeList((query, read) => (query.page % 2 === 0 ? undefined : reverseTies(read(query), query.sort))),
  },
  'TB-059 title-order-ignores-case | minor order': {
    title: 'The sort by `title` ignores case.',
    rule: '`title` sorts by code point (decision 14).',
    replace: changeList((query, read) => {
      if (query.sort !== 'title') return undefined
      const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
      return sortBy(read({ ...query, sort: 'id', direction: 'asc' }), query, (a, b) =>
        compare(a.title.toLowerCase(), b.title.toLowerCase()),
      )
    }),
  },
  'TB-060 total-elements-of-page | major body': {
    title: '`totalElements` is the number of tasks on the page.',
    rule: '`totalElements` is the number of matching tasks on all pages (specification, section 2).',
    beforeSend: changeFields(pageOf, ({ content }) => ({ totalElements: content.length })),
  },
  'TB-061 total-pages-rounded-down | major body': {
    title: '`totalPages` is rounded down.',
    rule: '`totalPages` is `totalElements / size`, rounded up (decision 13).',
    beforeSend: changeFields(pageOf, (page) => ({ totalPages: Math.floor(page.totalElements / page.pageSize) })),
  },
  'TB-117 current-page-counted-from-1 | major body': {
    title: '`currentPage` is one too large.',
    rule: '`currentPage` is the number of the page, counted from 0 (specification, section 2).',
    beforeSend: changeFields(pageOf, ({ currentPage }) => ({ currentPage: currentPage + 1 })),
  },
  'TB-118 empty-board-has-page | minor body': {
    title: '`totalPages` of an empty list is 1.',
    rule: 'An empty list has 0 pages (decision 13).',
    beforeSend: changeFields(pageOf, ({ totalPages }) => ({ totalPages: Math.max(totalPages, 1) })),
  },
  'TB-119 largest-page-size-refused | minor limits': {
    title: 'A page size of exactly 100 is refused.',
    rule: 'The page size is 1 to 100 (specification, section 8).',
    beforeHandler({ request }) {
      if ((request.query as Fields).size !== PAGE_SIZE_MAX) return
      throw new ValidationFailed({ size: 'Size must be an integer between 1 and 100' })
    },
  },
  'TB-120 list-without-comments | major body': {
    title: 'The tasks in a list have no comments.',
    rule: 'A list contains the full tasks, with their comments (specification, section 2).',
    beforeSend: changeFields(tasksOf, () => ({ comments: [] })),
  },
  'TB-121 newest-first-by-default | major order, current edition': {
    title: 'Without `sort` and `direction`, the newest task comes first.',
    rule: 'Without `sort`, tasks are in the order of their ids (decision 14).',
    replace: changeQuery(
      (_query, { originalUrl }) => !/[?&](sort|direction)=/.test(originalUrl) && { direction: 'desc' },
    ),
  },
  'TB-122 page-sorted-alone | major order, current edition': {
    title: 'A list is sorted after it is divided into pages: only the tasks on the page are in order.',
    rule: 'A list is sorted by `sort`, and then divided into pages (specification, section 4).',
    replace: changeList((query, read) => {
      const sorted = read(query)
      const byId = sorted.toSorted((a, b) => a.id - b.id)
      const start = query.page * query.size
      const onPage = new Set(byId.slice(start, start + query.size))
      return [...byId.slice(0, start), ...sorted.filter((task) => onPage.has(task)), ...byId.slice(start + query.size)]
    }),
  },
  'TB-123 priority-sorted-by-name | minor order, current edition': {
    title: 'A list sorted by `priority` is in alphabetical order: `HIGH`, `LOW`, `MEDIUM`, `URGENT`.',
    rule: '`priority` sorts in the order of its values, from `LOW` to `URGENT` (decision 15).',
    replace: changeList((query, read) => {
      const names = PRIORITIES.toSorted()
      const compare = (a: Task, b: Task) => names.indexOf(a.priority) - names.indexOf(b.priority)
      return query.sort === 'priority' ? sortBy(read(query), query, compare) : undefined
    }),
  },
  'TB-124 total-ignores-filters | major body': {
    title: '`totalElements` counts all tasks of the board, even with a filter.',
    rule: '`totalElements` is the number of matching tasks (specification, section 2).',
    replace: override('listTasks', (api, board, query) => ({
      tasks: api.listTasks(board, query).tasks,
      total: board.version.tasks.length,
    })),
  },
})

/** Reverses each sequence of tasks with equal values of a field. */
function reverseTies(tasks: readonly Task[], field: keyof Task): Task[] {
  const groups: Task[][] = []
  for (const task of tasks) {
    const group = groups.at(-1)
    if (group?.[0]?.[field] === task[field]) group?.unshift(task)
    else groups.push([task])
  }
  return groups.flat()
}
