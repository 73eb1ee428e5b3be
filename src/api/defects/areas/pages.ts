import { ValidationFailed } from '../../../contract/errors.js'
import { PAGE_SIZE_MAX } from '../../../contract/limits.js'
import type { Fields } from '../../../contract/parse.js'
import { PRIORITIES } from '../../../contract/schemas/enumerations.js'
import type { Task } from '../../../contract/schemas/task.js'
import { changeFields, pageOf, tasksOf } from '../change-fields.js'
import { defectsIn, override } from '../defect.js'
import { changeList, changeQuery, sortBy } from '../tasks.js'

/** The pages of a list, and the order of its tasks. */
export const pages = defectsIn({ area: 'lists', operations: ['listTasks'] })({
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
