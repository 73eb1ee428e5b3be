import type { Fields } from '../../contract/bodies.js'
import { ValidationFailed } from '../../contract/errors.js'
import { PAGE_SIZE_MAX } from '../../contract/limits.js'
import { PRIORITIES } from '../../contract/schemas/enumerations.js'
import { changeFields, pageOf, tasksOf } from '../change-fields.js'
import { defectsIn, override } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

/** The pages of a list, and the order of its tasks. */
export const pages = defectsIn({ area: 'lists', operations: ['listTasks'], quality: 'body', severity: 'major' }, [
  {
    code: 'TB-117',
    name: 'current-page-counted-from-1',
    title: '`currentPage` is one too large.',
    rule: '`currentPage` is the number of the page, counted from 0 (specification, section 2).',
    check: 'list/current-page',
    beforeSend: changeFields(pageOf, ({ currentPage }) => ({ currentPage: currentPage + 1 })),
  },
  {
    code: 'TB-118',
    name: 'empty-board-has-page',
    title: '`totalPages` of an empty list is 1.',
    rule: 'An empty list has 0 pages (decision 13).',
    check: 'list/empty-board-pages',
    severity: 'minor',
    beforeSend: changeFields(pageOf, ({ totalPages }) => ({ totalPages: Math.max(totalPages, 1) })),
  },
  {
    code: 'TB-119',
    name: 'largest-page-size-refused',
    title: 'A page size of exactly 100 is refused.',
    rule: 'The page size is 1 to 100 (specification, section 8).',
    check: 'list/largest-size',
    quality: 'limits',
    severity: 'minor',
    beforeHandler({ request }) {
      if ((request.query as Fields).size !== PAGE_SIZE_MAX) return
      throw new ValidationFailed({ size: 'Size must be an integer between 1 and 100' })
    },
  },
  {
    code: 'TB-120',
    name: 'list-without-comments',
    title: 'The tasks in a list have no comments.',
    rule: 'A list contains the full tasks, with their comments (specification, section 2).',
    check: 'list/full-tasks',
    beforeSend: changeFields(tasksOf, () => ({ comments: [] })),
  },
  {
    code: 'TB-121',
    name: 'newest-first-by-default',
    title: 'Without `sort` and `direction`, the newest task comes first.',
    rule: 'Without `sort`, tasks are in the order of their ids (decision 14).',
    check: 'sort/default',
    quality: 'order',
    editions: ['current'],
    replace: (api, { request }) => ({
      listTasks: (board, query) => {
        const isDefault = !/[?&](sort|direction)=/.test(request.originalUrl)
        return api.listTasks(board, isDefault ? { ...query, direction: 'desc' } : query)
      },
    }),
  },
  {
    code: 'TB-122',
    name: 'page-sorted-alone',
    title: 'A list is sorted after it is divided into pages: only the tasks on the page are in order.',
    rule: 'A list is sorted by `sort`, and then divided into pages (specification, section 4).',
    check: 'sort/page',
    quality: 'order',
    editions: ['current'],
    replace: override('listTasks', (api, board, query) => {
      const sorted = readTasks(api, board, query)
      const { tasks } = toPageOf(
        sorted.toSorted((a, b) => a.id - b.id),
        query,
      )
      const onPage = new Set((JSON.parse(tasks) as { id: number }[]).map(({ id }) => id))
      const page = sorted.filter(({ id }) => onPage.has(id))
      return { tasks: toPageOf(page, { ...query, page: 0 }).tasks, total: sorted.length }
    }),
  },
  {
    code: 'TB-123',
    name: 'priority-sorted-by-name',
    title: 'A list sorted by `priority` is in alphabetical order: `HIGH`, `LOW`, `MEDIUM`, `URGENT`.',
    rule: '`priority` sorts in the order of its values, from `LOW` to `URGENT` (decision 15).',
    check: 'sort/priority',
    quality: 'order',
    severity: 'minor',
    editions: ['current'],
    replace: override('listTasks', (api, board, query) => {
      if (query.sort !== 'priority') return api.listTasks(board, query)
      const tasks = readTasks(api, board, query)
      const names = PRIORITIES.toSorted()
      const sign = query.direction === 'asc' ? 1 : -1
      const sorted = tasks.toSorted((a, b) => sign * (names.indexOf(a.priority) - names.indexOf(b.priority)))
      return toPageOf(sorted, query)
    }),
  },
  {
    code: 'TB-124',
    name: 'total-ignores-filters',
    title: '`totalElements` counts all tasks of the board, even with a filter.',
    rule: '`totalElements` is the number of matching tasks (specification, section 2).',
    check: 'list/total-elements-filtered',
    replace: override('listTasks', (api, board, query) => {
      const { tasks } = api.listTasks(board, query)
      const { total } = api.listTasks(board, { sort: 'id', direction: 'asc', page: 0, size: 1 })
      return { tasks, total }
    }),
  },
])
