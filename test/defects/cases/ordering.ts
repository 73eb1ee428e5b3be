import { multipart } from '../../helper.js'
import { type Api, type Cases, pluck, TASK } from '../api.js'

/** Moves a task, and returns its place and the ids of all tasks in the order of a column. */
function moved(id: number, targetStatus: string, targetIndex: number) {
  return async ({ create, json, list }: Api) => {
    await create({}, {}, {}, { status: 'DONE' }, { status: 'DONE' })
    const task = await json(`POST /tasks/${id}/reorder`, { json: { targetStatus, targetIndex } })
    const column = await list(`?status=${task.status}&sort=sortOrder`)
    return [task.status, task.sortOrder, pluck(column, 'id')]
  }
}

export const ORDERING: Cases = {
  'reorder-off-by-one': {
    async observe(api) {
      const down = await moved(1, 'TODO', 2)(api)
      const up = await api.json('POST /tasks/1/reorder', { json: { targetStatus: 'TODO', targetIndex: 0 } })
      return [down, up.sortOrder]
    },
    correct: [['TODO', 2, [2, 3, 1]], 0],
    defective: [['TODO', 1, [2, 1, 3]], 0],
  },
  'delete-leaves-gap': {
    async observe({ create, send, list, json }) {
      await create({}, {}, {}, { status: 'DONE' })
      await send('DELETE /tasks/2')
      const gap = pluck(await list('?status=TODO'), 'sortOrder')
      const [created] = await create({})
      const other = await json('GET /tasks/4')
      const later: number[][] = []
      for (let count = 0; count < 2; count++) {
        await send('DELETE /tasks')
        const [first] = await create({}, {}, {})
        later.push(pluck(await list(), 'sortOrder'))
        await send(`DELETE /tasks/${first.id}`)
        later.push(pluck(await list(), 'sortOrder'))
      }
      return [gap, created.sortOrder, other.sortOrder, ...later]
    },
    correct: [[0, 1], 2, 0, [0, 1, 2], [0, 1], [0, 1, 2], [0, 1]],
    defective: [[0, 2], 3, 0, [0, 1, 2], [1, 2], [0, 1, 2], [1, 2]],
  },
  'move-keeps-status': {
    observe: moved(1, 'DONE', 1),
    correct: ['DONE', 1, [4, 1, 5]],
    defective: ['TODO', 1, [2, 1, 3]],
  },
  'reorder-appends': {
    observe: moved(1, 'DONE', 0),
    correct: ['DONE', 0, [1, 4, 5]],
    defective: ['DONE', 2, [4, 5, 1]],
  },
  'reorder-keeps-updated-at': {
    async observe({ create, wait, json }) {
      const [before] = await create({}, {})
      wait(10)
      const task = await json('POST /tasks/1/reorder', { json: { targetStatus: 'TODO', targetIndex: 1 } })
      return [task.sortOrder, task.updatedAt === before.updatedAt]
    },
    correct: [1, false],
    defective: [1, true],
  },
  'reorder-empties-checklist': {
    async observe({ create, send, json }) {
      await create({ checklistItems: [{ text: 'x' }], labels: ['a'] })
      await send('POST /tasks/1/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } })
      const { checklistItems, labels, status } = await json('GET /tasks/1')
      return [checklistItems, labels, status]
    },
    correct: [[{ id: 1, text: 'x', done: false }], ['a'], 'DONE'],
    defective: [[], ['a'], 'DONE'],
  },
  'new-task-comes-first': {
    async observe({ create, list }) {
      const created = await create({}, {}, {})
      return [pluck(created, 'sortOrder'), pluck(await list('?sort=sortOrder'), 'id')]
    },
    correct: [
      [0, 1, 2],
      [1, 2, 3],
    ],
    defective: [
      [0, 0, 0],
      [3, 2, 1],
    ],
  },
  'index-counted-from-1': {
    async observe(api) {
      const first = await moved(1, 'DONE', 1)(api)
      const { sortOrder } = await api.json('POST /tasks/1/reorder', { json: { targetStatus: 'DONE', targetIndex: 0 } })
      return [first, sortOrder]
    },
    correct: [['DONE', 1, [4, 1, 5]], 0],
    defective: [['DONE', 0, [1, 4, 5]], 0],
  },
  'put-moves-to-start': {
    async observe({ create, json }) {
      await create({}, {}, { status: 'DONE' })
      const replace = async (id: number, status: string) =>
        (await json(`PUT /tasks/${id}`, { json: { ...TASK, status } })).sortOrder
      return [await replace(2, 'TODO'), await replace(1, 'DONE'), await replace(2, 'IN_PROGRESS')]
    },
    correct: [1, 1, 0],
    defective: [1, 0, 0],
  },
}

export const CONCURRENCY: Cases = {
  'concurrent-creates-share-place': {
    async observe({ create, send, list }) {
      await create({})
      const [[done], ...replies] = await Promise.all([
        create({ status: 'DONE' }),
        ...[1, 2, 3].map(() => send('POST /tasks', { json: TASK })),
      ])
      const places = replies.map(({ json }) => json.sortOrder).sort()
      const all = pluck(await list('?status=TODO'), 'sortOrder')
      await send('DELETE /tasks')
      await create({}, {})
      return [places, all, done.sortOrder, pluck(await list(), 'sortOrder')]
    },
    correct: [[1, 2, 3], [0, 1, 2, 3], 0, [0, 1]],
    defective: [[1, 1, 1], [0, 1, 1, 1], 0, [0, 1]],
  },
  'concurrent-comments-lost': {
    async observe({ create, send, json }) {
      await create({}, {})
      const comment = (id: number, text: string) => send(`POST /tasks/${id}/comments`, { json: { text } })
      const replies = await Promise.all([comment(1, 'first'), comment(1, 'second'), comment(2, 'other')])
      await comment(1, 'later')
      const [first, second] = [await json('GET /tasks/1'), await json('GET /tasks/2')]
      return [pluck(replies, 'status'), first.comments.length, second.comments.length]
    },
    correct: [[201, 201, 201], 3, 1],
    defective: [[201, 201, 201], 2, 1],
  },
  'concurrent-deletes-succeed': {
    async observe({ create, status }) {
      await create({}, {})
      const [other, ...statuses] = await Promise.all([2, 1, 1, 1].map((id) => status(`DELETE /tasks/${id}`)))
      return [statuses.sort(), await status('DELETE /tasks/1'), other, await status('DELETE /tasks/2')]
    },
    correct: [[204, 404, 404], 404, 204, 404],
    defective: [[204, 204, 204], 404, 204, 404],
  },
  'concurrent-refreshes-succeed': {
    async observe({ login, status }) {
      const { refreshToken } = await login('user', 'user123')
      const refresh = (token: string) =>
        status('POST /auth/refresh', { json: { refreshToken: token }, anonymous: true })
      const statuses = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
      const unknown = await Promise.all([refresh('x'), refresh('x')])
      return [statuses.sort(), unknown, await refresh(refreshToken)]
    },
    correct: [[200, 403], [403, 403], 403],
    defective: [[200, 200], [403, 403], 403],
  },
  'concurrent-uploads-lost': {
    async observe({ create, send, json }) {
      await create({}, {})
      const upload = (id: number) =>
        send(`POST /tasks/${id}/attachments`, multipart([{ fileName: 'a', content: 'text' }]))
      const replies = await Promise.all([upload(1), upload(1), upload(2)])
      await upload(1)
      const [first, second] = [await json('GET /tasks/1'), await json('GET /tasks/2')]
      return [pluck(replies, 'status'), first.attachments.length, second.attachments.length]
    },
    correct: [[201, 201, 201], 3, 1],
    defective: [[201, 201, 201], 2, 1],
  },
}
