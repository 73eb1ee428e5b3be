import { isPage } from '../../contract/bodies.js'
import { PathNotFound } from '../../contract/errors.js'
import { PAGE_SIZE_DEFAULT } from '../../contract/limits.js'
import type { Task } from '../../contract/schemas/task.js'
import { changeFields, pageOf } from '../change-fields.js'
import { respondWithError } from '../change-response.js'
import { defectsIn, override } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

/** Pages, filters and the order of lists. */
export const lists = defectsIn({ area: 'lists', operations: ['listTasks'], quality: 'body', severity: 'major' }, [
  {
    code: 'TB-048',
    name: 'filters-joined-by-or',
    title: 'A list with several filters contains the tasks that match any of them.',
    rule: 'A list contains the tasks that match all filters (specification, section 4).',
    check: 'list/filter-or-search',
    replace: override('listTasks', (api, board, query) => {
      const { status, priority, search, ...rest } = query
      const filters = [status && { status }, priority && { priority }, search && { search }].filter(Boolean)
      if (filters.length < 2) return api.listTasks(board, query)
      const ids = new Set<number>()
      for (const filter of filters) {
        for (const { id } of readTasks(api, board, { ...filter })) ids.add(id)
      }
      const all = readTasks(api, board, rest)
      const matching = all.filter(({ id }) => ids.has(id))
      return toPageOf(matching, query)
    }),
  },
  {
    code: 'TB-049',
    name: 'last-page-lacks-task',
    title: 'The last of several pages lacks its last task.',
    rule: 'The pages of a list contain every matching task (decisions 13 and 14).',
    check: 'list/pages-contain-all',
    beforeSend({ body }) {
      if (isPage(body) && body.totalPages > 1 && body.currentPage === body.totalPages - 1) body.content.pop()
    },
  },
  {
    code: 'TB-050',
    name: 'list-ignores-direction',
    title: 'The parameter `direction` is ignored.',
    rule: '`direction=desc` reverses the order of a list (specification, section 4).',
    check: 'sort/id-desc',
    quality: 'order',
    editions: ['current'],
    replace: override('listTasks', (api, board, query) => api.listTasks(board, { ...query, direction: 'asc' })),
  },
  {
    code: 'TB-051',
    name: 'list-ignores-priority',
    title: 'The filter `priority` is ignored.',
    rule: 'The filter `priority` returns only tasks with this priority (decision 15).',
    check: 'list/priority',
    replace: override('listTasks', (api, board, query) => api.listTasks(board, { ...query, priority: undefined })),
  },
  {
    code: 'TB-052',
    name: 'list-ignores-status',
    title: 'The filter `status` is ignored.',
    rule: 'The filter `status` returns only tasks with this status (specification, section 4).',
    check: 'list/status-TODO',
    replace: override('listTasks', (api, board, query) => api.listTasks(board, { ...query, status: undefined })),
  },
  {
    code: 'TB-053',
    name: 'missing-dates-first',
    title: 'In a list sorted by `dueDate`, tasks without a date come first.',
    rule: 'Tasks without a `dueDate` come last in both directions (decision 14).',
    check: 'sort/due-date',
    quality: 'order',
    severity: 'minor',
    editions: ['current'],
    replace: override('listTasks', (api, board, query) => {
      if (query.sort !== 'dueDate') return api.listTasks(board, query)
      const tasks = readTasks(api, board, query)
      const isMissing = ({ dueDate }: { dueDate: string | null }) => dueDate === null
      return toPageOf([...tasks.filter(isMissing), ...tasks.filter((task) => !isMissing(task))], query)
    }),
  },
  {
    code: 'TB-054',
    name: 'page-counted-from-1',
    title: 'The first page has the number 1. The page 0 is the same.',
    rule: 'Pages are counted from 0 (specification, section 4).',
    check: 'list/second-page-is-1',
    replace: override('listTasks', (api, board, query) =>
      api.listTasks(board, { ...query, page: Math.max(query.page - 1, 0) }),
    ),
  },
  {
    code: 'TB-055',
    name: 'page-past-end-returns-404',
    title: 'A page past the end returns 404.',
    rule: 'A page past the end is 200 with empty `content` (decision 13).',
    check: 'list/page-past-end',
    quality: 'status',
    severity: 'minor',
    beforeSend(response, { request }) {
      const { body } = response
      if (isPage(body) && body.currentPage > 0 && body.currentPage >= body.totalPages) {
        respondWithError(response, request, new PathNotFound())
      }
    },
  },
  {
    code: 'TB-056',
    name: 'size-ignored',
    title: 'The parameter `size` is ignored: pages have 20 tasks.',
    rule: '`size` is the number of items per page (specification, section 4).',
    check: 'list/size',
    replace: override('listTasks', (api, board, query) => api.listTasks(board, { ...query, size: PAGE_SIZE_DEFAULT })),
    beforeSend: changeFields(pageOf, ({ totalElements }) => ({
      pageSize: PAGE_SIZE_DEFAULT,
      totalPages: Math.ceil(totalElements / PAGE_SIZE_DEFAULT),
    })),
  },
  {
    code: 'TB-057',
    name: 'status-sorted-by-name',
    title: 'A list sorted by `status` starts with `DONE`: the order is alphabetical.',
    rule: '`status` sorts in the order of its values: `TODO`, `IN_PROGRESS`, `DONE` (decision 14).',
    check: 'sort/status',
    quality: 'order',
    severity: 'minor',
    replace: override('listTasks', (api, board, query) => {
      if (query.sort !== 'status') return api.listTasks(board, query)
      // The values are in reverse alphabetical order, so the other direction gives alphabetical order.
      return api.listTasks(board, { ...query, direction: query.direction === 'asc' ? 'desc' : 'asc' })
    }),
  },
  {
    code: 'TB-058',
    name: 'ties-unstable',
    title: 'On pages with odd numbers, tasks with equal sort values are in another order, so pages overlap.',
    rule: 'Ties are broken by ascending `id`, so pages never overlap (decision 14).',
    check: 'sort/ties-second-page',
    quality: 'order',
    replace: override('listTasks', (api, board, query) => {
      if (query.page % 2 === 0) return api.listTasks(board, query)
      const { sort } = query
      return toPageOf(reverseTies(readTasks(api, board, query), sort), query)
    }),
  },
  {
    code: 'TB-059',
    name: 'title-order-ignores-case',
    title: 'The sort by `title` ignores case.',
    rule: '`title` sorts by code point (decision 14).',
    check: 'sort/title',
    quality: 'order',
    severity: 'minor',
    replace: override('listTasks', (api, board, query) => {
      if (query.sort !== 'title') return api.listTasks(board, query)
      const tasks = readTasks(api, board, { ...query, sort: 'id', direction: 'asc' })
      const sign = query.direction === 'asc' ? 1 : -1
      const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
      tasks.sort((a, b) => sign * compare(a.title.toLowerCase(), b.title.toLowerCase()))
      return toPageOf(tasks, query)
    }),
  },
  {
    code: 'TB-060',
    name: 'total-elements-of-page',
    title: '`totalElements` is the number of tasks on the page.',
    rule: '`totalElements` is the number of matching tasks on all pages (specification, section 2).',
    check: 'list/total-elements',
    beforeSend: changeFields(pageOf, ({ content }) => ({ totalElements: content.length })),
  },
  {
    code: 'TB-061',
    name: 'total-pages-rounded-down',
    title: '`totalPages` is rounded down.',
    rule: '`totalPages` is `totalElements / size`, rounded up (decision 13).',
    check: 'list/total-pages',
    beforeSend: changeFields(pageOf, (page) => ({ totalPages: Math.floor(page.totalElements / page.pageSize) })),
  },
])

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
