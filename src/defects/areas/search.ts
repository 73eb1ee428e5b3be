import type { Task } from '../../contract/schemas/task.js'
import { foldCase } from '../../store/case-folding.js'
import { type ChangeStore, defectsIn } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

/** The search of a list. */
export const search = defectsIn({ area: 'search', operations: ['listTasks'] }, [
  {
    code: 'TB-062',
    name: 'search-drops-filters',
    title: 'With `search`, the filters `status` and `priority` are ignored.',
    rule: 'A list contains the tasks that match all filters (specification, section 4).',
    exposedBy: '`GET /tasks?search=milk&status=DONE` on a board where a task that is `TODO` contains the text.',
    quality: 'body',
    severity: 'major',
    difficulty: 'medium',
    store: (store) => ({
      listTasks: (board, query) =>
        store.listTasks(board, query.search ? { ...query, status: undefined, priority: undefined } : query),
    }),
  },
  {
    code: 'TB-063',
    name: 'search-has-wildcards',
    title: 'In a search, `%` matches any text and `_` any character.',
    rule: 'A search has no wildcards: `%` and `_` stand for themselves (decision 16).',
    exposedBy: '`GET /tasks?search=%25` on a board where no task contains `%`.',
    quality: 'body',
    severity: 'minor',
    difficulty: 'medium',
    store: (store) => ({
      async listTasks(board, query) {
        const { search, ...rest } = query
        if (!search || !/[%_]/.test(search)) return store.listTasks(board, query)
        const parts = foldCase(search)
          .split('%')
          .map((part) => [...part])
        const tasks = await readTasks(store, board, rest)
        return toPageOf(
          tasks.filter(({ title, description, labels }) =>
            [title, description ?? '', ...labels].some((text) => matches([...foldCase(text)], parts)),
          ),
          query,
        )
      },
    }),
  },
  {
    code: 'TB-064',
    name: 'search-is-case-sensitive',
    title: 'The search is case-sensitive.',
    rule: 'The search is case-insensitive (specification, section 4).',
    exposedBy: '`GET /tasks?search=MILK` on a board with the title `Buy milk`.',
    quality: 'body',
    severity: 'major',
    difficulty: 'easy',
    store: (store) => ({ listTasks: (board, query) => store.listTasks(board, { ...query, matchCase: true }) }),
  },
  {
    code: 'TB-065',
    name: 'search-skips-description',
    title: 'The search does not find texts in descriptions.',
    rule: 'The search matches title, description and labels (specification, section 4).',
    exposedBy: '`GET /tasks?search=oats` on a board where only a description contains the text.',
    quality: 'body',
    severity: 'major',
    difficulty: 'easy',
    store: searchOnly(({ title, labels }) => [title, ...labels]),
  },
  {
    code: 'TB-066',
    name: 'search-skips-labels',
    title: 'The search does not find texts in labels.',
    rule: 'The search matches title, description and labels (specification, section 4).',
    exposedBy: '`GET /tasks?search=home` on a board where only a label contains the text.',
    quality: 'body',
    severity: 'major',
    difficulty: 'easy',
    store: searchOnly(({ title, description }) => [title, description ?? '']),
  },
])

/** Returns the store of a defect that searches only some texts of a task. */
function searchOnly(textsOf: (task: Task) => string[]): ChangeStore {
  return (store) => ({
    async listTasks(board, query) {
      if (!query.search) return store.listTasks(board, query)
      const needle = foldCase(query.search)
      const tasks = await readTasks(store, board, query)
      const found = tasks.filter((task) => textsOf(task).some((text) => foldCase(text).includes(needle)))
      return toPageOf(found, query)
    },
  })
}

/**
 * Whether a text contains the parts one after the other. A regular expression with many wildcards could take very long.
 */
function matches(text: readonly string[], parts: readonly string[][]): boolean {
  let start = 0
  for (const part of parts) {
    while (start + part.length <= text.length && !startsWith(text, part, start)) start++
    start += part.length
    if (start > text.length) return false
  }
  return true
}

function startsWith(text: readonly string[], part: readonly string[], start: number): boolean {
  return part.every((character, index) => character === '_' || character === text[start + index])
}
