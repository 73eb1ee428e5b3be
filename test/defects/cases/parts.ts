import { multipart } from '../../helper.js'
import { type Cases, pluck } from '../api.js'

const MEBIBYTE = 1_048_576
const TEXT = { type: 'text/plain', content: 'text' }
const files = (...names: string[]) => multipart(names.map((fileName) => ({ fileName, ...TEXT })))
const comment = (text: string) => ({ json: { text } })

export const SUMMARY: Cases = {
  'summary-total-lacks-column': {
    async observe({ create, json }) {
      await create({}, { status: 'IN_PROGRESS' }, { status: 'DONE' })
      return json('GET /tasks/summary')
    },
    correct: { totalTasks: 3, todoTasks: 1, inProgressTasks: 1, doneTasks: 1 },
    defective: { totalTasks: 2, todoTasks: 1, inProgressTasks: 1, doneTasks: 1 },
  },
  'summary-is-cached': {
    async observe({ create, json, wait }) {
      const totals: number[] = []
      const count = async () => totals.push((await json('GET /tasks/summary')).totalTasks)
      await count()
      await create({})
      await count()
      wait(5)
      await count()
      wait(-3600)
      await create({})
      await count()
      return totals
    },
    correct: [0, 1, 1, 2],
    defective: [0, 0, 1, 2],
  },
}

export const COMMENTS: Cases = {
  'other-comment-deletable': {
    async observe({ create, send, status, json }) {
      await create({}, {})
      await send('POST /tasks/1/comments', comment('first'))
      const statuses = [await status('DELETE /tasks/2/comments/1'), await status('DELETE /tasks/2/comments/9')]
      return [...statuses, await status('DELETE /tasks/9/comments/1'), (await json('GET /tasks/1')).comments.length]
    },
    correct: [404, 404, 404, 1],
    defective: [204, 404, 404, 0],
  },
  'comment-keeps-updated-at': {
    async observe({ create, json, wait, status }) {
      await create({})
      const before = await json('POST /tasks/1/comments', comment('first'))
      wait(10)
      const after = await json('PUT /tasks/1/comments/1', comment('second'))
      return [after.text, after.updatedAt === before.updatedAt, await status('PUT /tasks/1/comments/9', comment('x'))]
    },
    correct: ['second', false, 404],
    defective: ['second', true, 404],
  },
  'comment-touches-task': {
    async observe({ create, json, wait }) {
      const [task] = await create({}, {})
      wait(10)
      const { text } = await json('POST /tasks/1/comments', comment('first'))
      const { updatedAt, sortOrder } = await json('GET /tasks/1')
      return [text, updatedAt === task.updatedAt, sortOrder]
    },
    correct: ['first', true, 0],
    defective: ['first', false, 0],
  },
  'comments-newest-first': {
    async observe({ create, json, send, list }) {
      await create({})
      for (const text of ['first', 'second']) await send('POST /tasks/1/comments', comment(text))
      const [listed] = await list()
      return [await json('GET /tasks/1'), listed].map(({ comments }) => pluck(comments, 'text'))
    },
    correct: [
      ['first', 'second'],
      ['first', 'second'],
    ],
    defective: [
      ['second', 'first'],
      ['second', 'first'],
    ],
  },
  'comment-trimmed': {
    async observe({ create, json }) {
      await create({})
      const created = await json('POST /tasks/1/comments', comment(' first '))
      return pluck([created, await json('PUT /tasks/1/comments/1', comment(' second '))], 'text')
    },
    correct: [' first ', ' second '],
    defective: ['first', 'second'],
  },
  'other-comment-updatable': {
    async observe({ create, send, status, json }) {
      await create({}, {})
      await send('POST /tasks/1/comments', comment('first'))
      const other = await status('PUT /tasks/2/comments/1', comment('changed'))
      const statuses = [other, await status('PUT /tasks/2/comments/9', comment('x'))]
      return [
        ...statuses,
        await status('PUT /tasks/9/comments/1', comment('x')),
        (await json('GET /tasks/1')).comments[0].text,
      ]
    },
    correct: [404, 404, 404, 'first'],
    defective: [200, 404, 404, 'changed'],
  },
}

export const ATTACHMENTS: Cases = {
  'file-size-off-by-one': {
    async observe({ create, json }) {
      await create({})
      const uploaded = await json('POST /tasks/1/attachments', files('a.txt'))
      return pluck([...uploaded, ...(await json('GET /tasks/1')).attachments], 'fileSizeBytes')
    },
    correct: [4, 4],
    defective: [5, 5],
  },
  'download-truncated': {
    async observe({ create, send }) {
      await create({})
      await send('POST /tasks/1/attachments', files('a.txt'))
      const { bytes, headers } = await send('GET /tasks/1/attachments/1')
      return [String(bytes), headers['content-length']]
    },
    correct: ['text', '4'],
    defective: ['tex', '3'],
  },
  'file-name-without-extension': {
    async observe({ create, json, send }) {
      await create({})
      const uploaded = await json('POST /tasks/1/attachments', files('a.tar.gz', '.env', 'none'))
      const { headers } = await send('GET /tasks/1/attachments/1')
      return [...pluck(uploaded, 'fileName'), headers['content-disposition']]
    },
    correct: ['a.tar.gz', '.env', 'none', 'attachment; filename=a.tar.gz'],
    defective: ['a.tar', '.env', 'none', 'attachment; filename=a.tar'],
  },
  'content-type-lost': {
    async observe({ create, json, send }) {
      await create({})
      const uploaded = await json('POST /tasks/1/attachments', files('a.txt'))
      const { headers } = await send('GET /tasks/1/attachments/1')
      return [...pluck(uploaded, 'contentType'), headers['content-type']]
    },
    correct: ['text/plain', 'text/plain'],
    defective: ['application/octet-stream', 'application/octet-stream'],
  },
  'upload-keeps-first-file': {
    async observe({ create, json }) {
      await create({})
      const uploaded = await json('POST /tasks/1/attachments', files('a.txt', 'b.txt'))
      return [uploaded.length, (await json('GET /tasks/1')).attachments.length]
    },
    correct: [2, 2],
    defective: [1, 1],
  },
  'fourth-file-accepted': {
    async observe({ create, status, json }) {
      await create({})
      const statuses = [
        await status('POST /tasks/1/attachments', files('a', 'b', 'c')),
        await status('POST /tasks/1/attachments', files('d')),
        await status('POST /tasks/1/attachments', files('e', 'f', 'g', 'h')),
        await status('POST /tasks/9/attachments', files('i')),
      ]
      return [...statuses, pluck((await json('GET /tasks/1')).attachments, 'fileName')]
    },
    correct: [201, 400, 400, 404, ['a', 'b', 'c']],
    defective: [201, 201, 400, 404, ['b', 'c', 'd']],
  },
  'largest-file-refused': {
    async observe({ create, status }) {
      await create({})
      const largest = multipart([{ fileName: 'a.bin', content: Buffer.alloc(MEBIBYTE) }])
      return [
        await status('POST /tasks/1/attachments', files('a')),
        await status('POST /tasks/1/attachments', largest),
        await status('POST /tasks/9/attachments', largest),
      ]
    },
    correct: [201, 201, 404],
    defective: [201, 400, 404],
  },
  'attachment-not-deleted': {
    async observe({ create, send, status, json }) {
      await create({})
      await send('POST /tasks/1/attachments', files('a'))
      const statuses = [await status('DELETE /tasks/1/attachments/1'), await status('DELETE /tasks/1/attachments/9')]
      return [...statuses, (await json('GET /tasks/1')).attachments.length]
    },
    correct: [204, 404, 0],
    defective: [204, 404, 1],
  },
  'other-attachment-downloadable': {
    async observe({ create, send, status }) {
      await create({}, {})
      await send('POST /tasks/1/attachments', files('a.txt'))
      return [
        await status('GET /tasks/2/attachments/1'),
        await status('GET /tasks/2/attachments/9'),
        await status('GET /tasks/9/attachments/1'),
        await status('GET /tasks/1/attachments/1'),
      ]
    },
    correct: [404, 404, 404, 200],
    defective: [200, 404, 404, 200],
  },
  'upload-touches-task': {
    async observe({ create, json, wait, status }) {
      const [task] = await create({}, {})
      wait(10)
      const statuses = [
        await status('POST /tasks/9/attachments', files('a')),
        await status('POST /tasks/1/attachments', files('a')),
      ]
      const { updatedAt, sortOrder } = await json('GET /tasks/1')
      return [...statuses, updatedAt === task.updatedAt, sortOrder]
    },
    correct: [404, 201, true, 0],
    defective: [404, 201, false, 0],
  },
}

export const STATE: Cases = {
  'delete-all-keeps-comments': {
    async observe({ create, send, status }) {
      await create({}, {})
      for (let count = 1; count <= 21; count++) await send('POST /tasks/2/comments', comment(`comment ${count}`))
      const before = await status('PUT /tasks/2/comments/99', comment('x'))
      await send('DELETE /tasks')
      const updated = await send('PUT /tasks/2/comments/21', comment('changed'))
      return [
        before,
        updated.status,
        updated.json.text,
        await status('DELETE /tasks/2/comments/21'),
        await status('DELETE /tasks/2/comments/21'),
        await status('DELETE /tasks/1/comments/20'),
        await status('GET /tasks/2'),
      ]
    },
    correct: [404, 404, undefined, 404, 404, 404, 404],
    defective: [404, 200, 'changed', 204, 404, 404, 404],
  },
  'delete-all-deletes-first-page': {
    async observe({ create, status, list }) {
      await create(...Array(21).fill({}))
      return [await status('DELETE /tasks'), pluck(await list(), 'id')]
    },
    correct: [204, []],
    defective: [204, [21]],
  },
  'deleted-id-comes-back': {
    async observe({ create, send }) {
      await create({}, {}, { checklistItems: [{ text: 'x' }] })
      await send('DELETE /tasks/3')
      const [task] = await create({ checklistItems: [{ text: 'y' }] })
      return [task.id, task.checklistItems[0].id]
    },
    correct: [4, 2],
    defective: [3, 2],
  },
  'delete-all-restarts-ids': {
    async observe({ create, send }) {
      await create({}, {})
      await send('DELETE /tasks/2')
      const [kept] = await create({})
      await send('DELETE /tasks')
      return pluck([kept, ...(await create({}, {}))], 'id')
    },
    correct: [3, 4, 5],
    defective: [3, 1, 2],
  },
  'deleted-task-readable': {
    async observe({ create, status, json, list }) {
      await create({ title: 'first' }, {})
      const deleted = await status('DELETE /tasks/1')
      return [
        deleted,
        await status('GET /tasks/1'),
        (await json('GET /tasks/1')).title,
        await status('GET /tasks/9'),
        await status('DELETE /tasks/1'),
        (await list()).length,
      ]
    },
    correct: [204, 404, undefined, 404, 404, 1],
    defective: [204, 200, 'first', 404, 404, 1],
  },
}
