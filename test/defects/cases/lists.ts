import { type Api, type Case, type Cases, pluck } from '../api.js'

const TASKS = [
  { title: 'b', status: 'DONE', priority: 'LOW', dueDate: '2026-04-30' },
  { title: 'C', status: 'TODO', priority: 'HIGH' },
  { title: 'a', status: 'IN_PROGRESS', priority: 'HIGH', dueDate: '2026-04-01' },
  { title: 'B', status: 'TODO', priority: 'LOW' },
  { title: 'c', status: 'DONE', priority: 'HIGH', dueDate: '2026-05-01' },
]

/** Returns the ids in the lists of these queries. */
function idsOf(...queries: string[]) {
  return async ({ create, list }: Api) => {
    await create(...TASKS)
    const ids: number[][] = []
    for (const query of queries) ids.push(pluck(await list(query), 'id'))
    return ids
  }
}

/** Compares the ids in the lists of these queries. */
function lists(cases: Record<string, [correct: number[], defective: number[]]>): Case {
  const all = Object.values(cases)
  return {
    observe: idsOf(...Object.keys(cases)),
    correct: all.map(([correct]) => correct),
    defective: all.map(([, defective]) => defective),
  }
}

/** Compares a number of a page with two tasks. */
function number(field: string, correct: number, defective: number): Case {
  return {
    async observe({ create, json }) {
      await create(...TASKS)
      return (await json('GET /tasks?size=2'))[field]
    },
    correct,
    defective,
  }
}

export const LISTS: Cases = {
  'list-ignores-status': lists({ '?status=DONE&priority=LOW': [[1], [1, 4]] }),
  'list-ignores-priority': lists({ '?status=DONE&priority=LOW': [[1], [1, 5]] }),
  'filters-joined-by-or': lists({
    '?status=DONE&priority=LOW': [[1], [1, 4, 5]],
    '?status=DONE&search=a&sort=title': [[], [3, 1, 5]],
    '?status=DONE': [
      [1, 5],
      [1, 5],
    ],
  }),
  'list-ignores-direction': lists({
    '?direction=desc': [
      [5, 4, 3, 2, 1],
      [1, 2, 3, 4, 5],
    ],
  }),
  'ties-unstable': lists({
    '?sort=priority&size=2': [
      [1, 4],
      [1, 4],
    ],
    '?sort=priority&size=2&page=1': [
      [2, 3],
      [5, 3],
    ],
    '?sort=priority&size=2&page=2': [[5], [5]],
  }),
  'page-counted-from-1': {
    async observe({ create, json }) {
      await create(...TASKS)
      const pages = [await json('GET /tasks?size=2'), await json('GET /tasks?size=2&page=1')]
      return pages.map(({ content, currentPage }) => [currentPage, ...pluck(content, 'id')])
    },
    correct: [
      [0, 1, 2],
      [1, 3, 4],
    ],
    defective: [
      [0, 1, 2],
      [1, 1, 2],
    ],
  },
  'last-page-lacks-task': lists({
    '?size=3&page=1': [[4, 5], [4]],
    '?size=5': [
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ],
  }),
  'total-elements-of-page': number('totalElements', 5, 2),
  'total-pages-rounded-down': number('totalPages', 3, 2),
  'missing-dates-first': lists({
    '?sort=dueDate': [
      [3, 1, 5, 2, 4],
      [2, 4, 3, 1, 5],
    ],
    '?sort=dueDate&direction=desc&size=3': [
      [5, 1, 3],
      [2, 4, 5],
    ],
  }),
  'title-order-ignores-case': lists({
    '?sort=title': [
      [4, 2, 3, 1, 5],
      [3, 1, 4, 2, 5],
    ],
    '?sort=title&direction=desc': [
      [5, 1, 3, 2, 4],
      [2, 5, 1, 4, 3],
    ],
  }),
  'status-sorted-by-name': lists({
    '?sort=status': [
      [2, 4, 3, 1, 5],
      [1, 5, 3, 2, 4],
    ],
  }),
  'size-ignored': number('pageSize', 2, 20),
  'page-past-end-returns-404': {
    async observe({ create, status }) {
      const empty = await status('GET /tasks')
      await create(...TASKS)
      return [empty, await status('GET /tasks?size=5&page=1'), await status('GET /tasks?size=3&page=1')]
    },
    correct: [200, 200, 200],
    defective: [200, 404, 200],
  },
}

export const SEARCH: Cases = {
  'search-skips-labels': {
    async observe({ create, list }) {
      await create({ title: 'Milk' }, { description: 'milk' }, { labels: ['mILk'] }, {})
      return [pluck(await list('?search=MILK'), 'id'), (await list()).length]
    },
    correct: [[1, 2, 3], 4],
    defective: [[1, 2], 4],
  },
  'search-skips-description': {
    async observe({ create, list }) {
      await create({ title: 'Milk' }, { description: 'milk' }, { labels: ['mILk'] }, {})
      return [pluck(await list('?search=MILK'), 'id'), (await list()).length]
    },
    correct: [[1, 2, 3], 4],
    defective: [[1, 3], 4],
  },
  'search-has-wildcards': {
    async observe({ create, list }) {
      await create({ title: '100%' }, { title: '100' }, { description: 'a_b' }, { labels: ['AxB'] })
      const ids: number[][] = []
      for (const search of ['%25', '0%250', 'a_b', '100', '%250%250%25']) {
        ids.push(pluck(await list(`?search=${search}`), 'id'))
      }
      return ids
    },
    correct: [[1], [], [3], [1, 2], []],
    defective: [
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
      [1, 2],
      [1, 2],
    ],
  },
  'search-is-case-sensitive': {
    async observe({ create, list }) {
      await create({ title: 'Milk' }, { title: 'milk' })
      return pluck(await list('?search=Milk'), 'id')
    },
    correct: [1, 2],
    defective: [1],
  },
  'search-drops-filters': {
    async observe({ create, list }) {
      await create(...TASKS)
      return [pluck(await list('?search=b&status=TODO'), 'id'), pluck(await list('?status=TODO'), 'id')]
    },
    correct: [[4], [2, 4]],
    defective: [
      [1, 4],
      [2, 4],
    ],
  },
  'search-finds-any-word': {
    async observe({ create, list }) {
      await create({ title: 'Buy bread' }, { title: 'Buy milk' })
      const found: number[][] = []
      for (const search of ['buy%20milk', 'milk', '%20']) found.push(pluck(await list(`?search=${search}`), 'id'))
      return found
    },
    correct: [[2], [2], [1, 2]],
    defective: [[1, 2], [2], [1, 2]],
  },
  'search-finds-comments': {
    async observe({ create, send, list }) {
      await create({}, { title: 'Call Ada' })
      await send('POST /tasks/1/comments', { json: { text: 'Call him' } })
      return [pluck(await list('?search=call'), 'id'), (await list()).length]
    },
    correct: [[2], 2],
    defective: [[1, 2], 2],
  },
  'search-folds-only-ascii': {
    async observe({ create, list }) {
      await create({ title: '\u00c9TUDE' })
      const found: number[][] = []
      for (const search of ['%C3%A9', '%C3%89', 'tude']) found.push(pluck(await list(`?search=${search}`), 'id'))
      return [...found, (await list()).length]
    },
    correct: [[1], [1], [1], 1],
    defective: [[], [1], [1], 1],
  },
  'search-index-outdated': {
    async observe({ create, send, list }) {
      await create({ title: 'milk' }, { title: 'milk' })
      for (const title of ['bread', 'oats']) await send('PUT /tasks/1', { json: { title, status: 'TODO' } })
      const found: number[][] = []
      for (const search of ['milk', 'bread', 'oats', '']) found.push(pluck(await list(`?search=${search}`), 'id'))
      return found
    },
    correct: [[2], [], [1], [1, 2]],
    defective: [[1, 2], [], [], [1, 2]],
  },
}
