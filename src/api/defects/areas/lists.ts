/** The defects, a file for each area of the API. @module */

import { isPage } from '../../../contract/bodies.js'
import { PathNotFound } from '../../../contract/errors.js'
import { PAGE_SIZE_DEFAULT } from '../../../contract/limits.js'
import type { Task } from '../../../contract/schemas/task.js'
import { changeFields, pageOf } from '../change-fields.js'
import { respondWithError } from '../change-response.js'
import { defectsIn } from '../defect.js'
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
