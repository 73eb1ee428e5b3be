import { foldCase } from '../../store/case-folding.js'
import type { Defect } from '../defect.js'
import { readTasks, toPageOf } from '../tasks.js'

export const searchHasWildcards: Defect = {
  name: 'search-has-wildcards',
  title: 'In a search, `%` matches any text and `_` any character.',
  rule: 'A search has no wildcards: `%` and `_` stand for themselves (decision 16).',
  exposedBy: '`GET /tasks?search=%25` on a board where no task contains `%`.',
  area: 'search',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['listTasks'],
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
