import { multipart } from '../../helper.js'
import { type Api, type Case, type Cases, TASK } from '../api.js'

/** Creates and replaces a task, and returns the statuses and a field of the task. */
function createAndReplace(values: object, field: string) {
  return async ({ create, send, json }: Api) => {
    await create({})
    const created = await send('POST /tasks', { json: { ...TASK, ...values } })
    const replaced = await send('PUT /tasks/1', { json: { ...TASK, ...values } })
    return [created.status, replaced.status, (await json('GET /tasks/1'))[field]]
  }
}

/** A text field that should be refused, but is accepted. */
function accepted(field: string, value: unknown, stored: unknown = value, before: unknown = 'A task'): Case {
  return {
    observe: createAndReplace({ [field]: value }, field),
    correct: [400, 400, before],
    defective: [201, 200, stored],
  }
}

const LONG_ITEM = { text: 'ä'.repeat(201) }

export const VALIDATION: Cases = {
  'title-too-long-accepted': accepted('title', 'é'.repeat(101)),
  'longest-title-refused': {
    observe: createAndReplace({ title: '😀'.repeat(100) }, 'title'),
    correct: [201, 200, '😀'.repeat(100)],
    defective: [400, 400, 'A task'],
  },
  'blank-title-accepted': accepted('title', ' \t'),
  'description-too-long-accepted': accepted('description', 'x'.repeat(501), 'x'.repeat(501), null),
  'unknown-status-accepted': {
    async observe({ create, send, json }) {
      await create({ status: 'DONE' })
      const { status } = await send('PUT /tasks/1', { json: { ...TASK, status: 'LATER' } })
      return [status, (await json('GET /tasks/1')).status]
    },
    correct: [400, 'DONE'],
    defective: [200, 'TODO'],
  },
  'missing-status-accepted': {
    async observe({ send }) {
      const { status, json } = await send('POST /tasks', { json: { title: 'A task' } })
      return [status, json.status]
    },
    correct: [400, 400],
    defective: [201, 'TODO'],
  },
  'checklist-text-too-long-accepted': {
    async observe({ send }) {
      const items = [{ text: 'short' }, LONG_ITEM]
      const { status, json } = await send('POST /tasks', { json: { ...TASK, checklistItems: items } })
      return [status, json.checklistItems?.map(({ text }: { text: string }) => text)]
    },
    correct: [400, undefined],
    defective: [201, ['short', LONG_ITEM.text]],
  },
  'due-date-rolls-over': accepted('dueDate', '2026-02-30', '2026-03-02', null),
  'number-as-title-accepted': accepted('title', 5, '5'),
  'blank-comment-accepted': {
    async observe({ create, send }) {
      await create({})
      const replies = [
        await send('POST /tasks/1/comments', { json: { text: '' } }),
        await send('POST /tasks/1/comments', { json: { text: '  ' } }),
      ]
      return replies.map(({ status, json }) => [status, json.text])
    },
    correct: [
      [400, undefined],
      [400, undefined],
    ],
    defective: [
      [201, ''],
      [201, '  '],
    ],
  },
  'page-size-clamped': {
    async observe({ send }) {
      const { status, json } = await send('GET /tasks?size=101')
      return [status, json.pageSize]
    },
    correct: [400, undefined],
    defective: [200, 100],
  },
  'negative-page-accepted': {
    async observe({ send }) {
      const { status, json } = await send('GET /tasks?page=-1')
      return [status, json.currentPage]
    },
    correct: [400, undefined],
    defective: [200, 0],
  },
  'unknown-sort-ignored': {
    observe: ({ status }) => status('GET /tasks?sort=size'),
    correct: 400,
    defective: 200,
  },
  'negative-index-accepted': {
    async observe({ create, send }) {
      await create({}, {})
      const move = (targetIndex: unknown) =>
        send('POST /tasks/2/reorder', { json: { targetStatus: 'TODO', targetIndex } })
      const { status, json } = await move(-1)
      return [status, json.sortOrder, (await move(-1.5)).status, (await move('-1')).status]
    },
    correct: [400, undefined, 400, 400],
    defective: [200, 0, 400, 400],
  },
  'comment-too-long-accepted': {
    async observe({ create, send }) {
      await create({})
      const texts = ['x'.repeat(1001), 'x'.repeat(2001), ' '.repeat(1001)]
      const statuses: number[] = []
      for (const text of texts) statuses.push((await send('POST /tasks/1/comments', { json: { text } })).status)
      return statuses
    },
    correct: [400, 400, 400],
    defective: [201, 400, 400],
  },
  'empty-file-refused': {
    async observe({ create, status }) {
      await create({})
      const empty = multipart([{ fileName: 'a', content: '' }])
      const full = multipart([{ fileName: 'b', content: 'x' }])
      return [
        await status('POST /tasks/1/attachments', full),
        await status('POST /tasks/1/attachments', empty),
        await status('POST /tasks/9/attachments', empty),
      ]
    },
    correct: [201, 201, 404],
    defective: [201, 400, 404],
  },
  'index-past-end-refused': {
    async observe({ create, status }) {
      await create({}, { status: 'DONE' })
      const move = (id: number, targetIndex: number) =>
        status(`POST /tasks/${id}/reorder`, { json: { targetStatus: 'DONE', targetIndex } })
      return [await move(1, 2), await move(1, 1), await move(9, 99)]
    },
    correct: [200, 200, 404],
    defective: [400, 200, 404],
  },
  'too-many-labels-accepted': {
    async observe({ create, send, json }) {
      await create({})
      const labels = (count: number, last = 'x') => ({ ...TASK, labels: [...Array(count - 1).fill('a'), last] })
      const statuses: number[] = []
      for (const body of [labels(10), labels(11), labels(21), labels(11, ' ')]) {
        statuses.push((await send('PUT /tasks/1', { json: body })).status)
      }
      await send('PUT /tasks/1', { json: labels(11) })
      return [statuses, (await json('GET /tasks/1')).labels.length]
    },
    correct: [[200, 400, 400, 400], 10],
    defective: [[200, 200, 200, 400], 11],
  },
}
