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
      const { status, json } = await send('POST /tasks/2/reorder', { json: { targetStatus: 'TODO', targetIndex: -1 } })
      return [status, json.sortOrder]
    },
    correct: [400, undefined],
    defective: [200, 0],
  },
}
