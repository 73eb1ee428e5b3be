import type { Task } from '../../../contract/schemas/task.js'
import { escapePattern, searchPattern } from '../../../contract/search-pattern.js'
import type { TaskQuery } from '../../../rooms/board/values.js'
import { defectsIn, type ReplaceOperations } from '../defect.js'
import { changeList, changeQuery, readTask } from '../tasks.js'

/** The texts of a task before its first PUT. */
interface Indexed {
  id: number
  texts: string[]
}

/** The search of a list. */
export const search = defectsIn({ area: 'search', operations: ['listTasks'] })({
  'TB-062 search-drops-filters | major body': {
    title: 'With `search`, the filters `status` and `priority` are ignored.',
    rule: 'A list contains the tasks that match all filters (specification, section 4).',
    replace: changeQuery(({ search }) => Boolean(search) && { status: undefined, priority: undefined }),
  },
  'TB-135 search-finds-any-word | minor body': {
    title: 'A search with several words finds the tasks that contain any of them.',
    rule: 'A search matches the text as a whole, with its spaces (decision 16).',
    replace: searchWith((search) => {
      const words = search.split(/\s+/).filter(Boolean).map(searchPattern)
      return words.length < 2
        ? undefined
        : (task) => textsOf(task).some((text) => words.some((word) => word.test(text)))
    }),
  },
  'TB-136 search-finds-comments | minor body': {
    title: 'The search also finds texts in comments.',
    rule: 'The search matches only title, description and labels (decision 16).',
    replace: searchWith((search) =>
      contains(search, (task) => [...textsOf(task), ...task.comments.map(({ text }) => text)]),
    ),
  },
  'TB-137 search-folds-only-ascii | minor body': {
    title: 'The search ignores case only in the letters A to Z.',
    rule: 'The search ignores case in every script (decision 16).',
    replace: searchOnly(textsOf, (search) => {
      const folded = foldAscii(search)
      return (text) => foldAscii(text).includes(folded)
    }),
  },
  'TB-063 search-has-wildcards | minor body': {
    title: 'In a search, `%` matches any text and `_` any character.',
    rule: 'A search has no wildcards: `%` and `_` stand for themselves (decision 16).',
    replace: searchWith((search) => {
      if (!/[%_]/.test(search)) return undefined
      const parts = search.split('%').map((part) => new RegExp(escapePattern(part).replaceAll('_', '.'), 'isu'))
      return (task) => textsOf(task).some((text) => matches(text, parts))
    }),
  },
  'TB-155 search-index-outdated | major state | listTasks, replaceTask': {
    title: 'The search does not see a PUT: it finds a task by its old texts, and not by its new ones.',
    rule: 'A search finds the current texts of a task (specification, section 4).',
    replace: (api, context) => ({
      replaceTask(board, id, values, now) {
        const before = readTask(board, id)
        const task = api.replaceTask(board, id, values, now)
        const isIndexed = (context.notes as Indexed[]).some((note) => note.id === id)
        if (!isIndexed) context.addNotes([{ id, texts: textsOf(before) } satisfies Indexed])
        return task
      },
      ...searchWith((search) => {
        const old = new Map((context.notes as Indexed[]).map(({ id, texts }) => [id, texts]))
        return contains(search, (task) => old.get(task.id) ?? textsOf(task))
      })(api, context),
    }),
  },
  'TB-064 search-is-case-sensitive | major body': {
    title: 'The search is case-sensitive.',
    rule: 'The search is case-insensitive (specification, section 4).',
    replace: changeQuery(() => ({ matchCase: true })),
  },
  'TB-065 search-skips-description | major body': {
    title: 'The search does not find texts in descriptions.',
    rule: 'The search matches title, description and labels (specification, section 4).',
    replace: searchOnly(({ title, labels }) => [title, ...labels]),
  },
  'TB-066 search-skips-labels | major body': {
    title: 'The search does not find texts in labels.',
    rule: 'The search matches title, description and labels (specification, section 4).',
    replace: searchOnly(({ title, description }) => [title, description ?? '']),
  },
})

/**
 * Returns the operation of a defect that decides itself which tasks a search finds.
 *
 * @param createMatch returns whether a task matches a search; `undefined` if the search is as usual
 * @param scope what the tasks in question have in common. By default, these are the tasks that match the filters.
 */
function searchWith(
  createMatch: (search: string) => ((task: Task) => boolean) | undefined,
  scope: (query: TaskQuery) => TaskQuery = (query) => ({ ...query, search: undefined }),
): ReplaceOperations {
  return changeList((query, read) => {
    const isFound = query.search ? createMatch(query.search) : undefined
    return isFound && read(scope(query)).filter(isFound)
  })
}

/** Returns whether a task contains a text in some of its texts. */
function contains(search: string, searched: (task: Task) => string[], finds = ignoringCase): (task: Task) => boolean {
  const isFound = finds(search)
  return (task) => searched(task).some(isFound)
}

function ignoringCase(search: string): (text: string) => boolean {
  const pattern = searchPattern(search)
  return (text) => pattern.test(text)
}

/** Returns the operation of a defect whose search finds fewer tasks: those that contain the text in some of their texts. */
function searchOnly(searched: (task: Task) => string[], finds = ignoringCase): ReplaceOperations {
  return searchWith(
    (search) => contains(search, searched, finds),
    (query) => query,
  )
}

/** Returns the texts that a search matches. */
function textsOf({ title, description, labels }: Task): string[] {
  return [title, description ?? '', ...labels]
}

function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/**
 * Whether a text contains the parts one after the other. A regular expression with many wildcards could take very long.
 */
function matches(text: string, parts: readonly RegExp[]): boolean {
  let rest = text
  return parts.every((part) => {
    const found = part.exec(rest)
    rest = rest.slice((found?.index ?? 0) + (found?.[0].length ?? 0))
    return found !== null
  })
}
