import { type Api, type Cases, pluck } from '../api.js'

const TASKS = [
  { title: 'a', status: 'DONE', priority: 'LOW' },
  { title: 'b', status: 'TODO', priority: 'HIGH' },
  { title: 'c', status: 'DONE', priority: 'URGENT' },
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

export const PAGES: Cases = {
  'current-page-counted-from-1': {
    observe: async ({ json }) => pluck([await json('GET /tasks'), await json('GET /tasks?page=2')], 'currentPage'),
    correct: [0, 2],
    defective: [1, 3],
  },
  'empty-board-has-page': {
    async observe({ create, json }) {
      const empty = await json('GET /tasks')
      await create(...TASKS)
      return pluck([empty, await json('GET /tasks?status=IN_PROGRESS'), await json('GET /tasks?size=2')], 'totalPages')
    },
    correct: [0, 0, 2],
    defective: [1, 1, 2],
  },
  'largest-page-size-refused': {
    observe: async ({ status }) => [await status('GET /tasks?size=99'), await status('GET /tasks?size=100')],
    correct: [200, 200],
    defective: [200, 400],
  },
  'list-without-comments': {
    async observe({ create, send, list, json }) {
      await create({})
      await send('POST /tasks/1/comments', { json: { text: 'A comment' } })
      const [listed] = await list()
      return [listed.comments.length, (await json('GET /tasks/1')).comments.length]
    },
    correct: [1, 1],
    defective: [0, 1],
  },
  'newest-first-by-default': {
    observe: idsOf('', '?status=DONE', '?sort=id', '?direction=asc'),
    correct: [
      [1, 2, 3],
      [1, 3],
      [1, 2, 3],
      [1, 2, 3],
    ],
    defective: [
      [3, 2, 1],
      [3, 1],
      [1, 2, 3],
      [1, 2, 3],
    ],
  },
  'page-sorted-alone': {
    observe: idsOf('?sort=id&direction=desc', '?sort=id&direction=desc&size=2', '?sort=title&size=2&page=1'),
    correct: [[3, 2, 1], [3, 2], [3]],
    defective: [[3, 2, 1], [2, 1], [3]],
  },
  'priority-sorted-by-name': {
    observe: idsOf('?sort=priority', '?sort=priority&direction=desc', '?sort=title'),
    correct: [
      [1, 2, 3],
      [3, 2, 1],
      [1, 2, 3],
    ],
    defective: [
      [2, 1, 3],
      [3, 1, 2],
      [1, 2, 3],
    ],
  },
  'total-ignores-filters': {
    async observe({ create, json }) {
      await create(...TASKS)
      const { totalElements, totalPages, content } = await json('GET /tasks?status=DONE&size=2')
      return [totalElements, totalPages, content.length]
    },
    correct: [2, 1, 2],
    defective: [3, 2, 2],
  },
}
