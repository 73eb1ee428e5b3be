import { multipart } from '../../helper.js'
import { type Api, type Cases, pluck, TASK } from '../api.js'

const FULL = {
  description: 'text',
  priority: 'HIGH',
  dueDate: '2026-04-30',
  labels: ['a', 'b'],
  checklistItems: [{ text: 'x', done: true }, { text: 'y' }],
}

/** Replaces a task ten seconds after its creation. Returns a field of the response and of the stored task. */
function replaced(values: object, field: string, before: (api: Api) => Promise<unknown> = async () => {}) {
  return async (api: Api) => {
    const [task] = await api.create(FULL)
    await before(api)
    api.wait(10)
    const response = await api.json('PUT /tasks/1', { json: { ...TASK, ...values } })
    return { task, fields: pluck([response, await api.json('GET /tasks/1')], field) }
  }
}

/** Compares the fields with those before the PUT. */
function changed(field: string) {
  const observe = replaced({}, field)
  return async (api: Api) => {
    const { task, fields } = await observe(api)
    return fields.map((value) => value !== task[field])
  }
}

export const REPLACE: Cases = {
  'put-keeps-omitted-fields': {
    async observe(api) {
      await api.create(FULL)
      const response = await api.json('PUT /tasks/1', { json: { ...TASK, priority: null, labels: [] } })
      return [response, await api.json('GET /tasks/1')].map(
        ({ description, priority, dueDate, labels, checklistItems }) => [
          description,
          priority,
          dueDate,
          labels,
          checklistItems,
        ],
      )
    },
    correct: Array(2).fill([null, 'MEDIUM', null, [], []]),
    defective: Array(2).fill([
      'text',
      'HIGH',
      '2026-04-30',
      [],
      [
        { id: 1, text: 'x', done: true },
        { id: 2, text: 'y', done: false },
      ],
    ]),
  },
  'put-resets-created-at': { observe: changed('createdAt'), correct: [false, false], defective: [true, true] },
  'put-keeps-updated-at': { observe: changed('updatedAt'), correct: [true, true], defective: [false, false] },
  'put-loses-comments': {
    async observe(api) {
      const comment = () => api.send('POST /tasks/1/comments', { json: { text: 'A comment' } })
      const { fields } = await replaced({}, 'comments', comment)(api)
      return pluck(fields, 'length')
    },
    correct: [1, 1],
    defective: [0, 0],
  },
  'put-loses-attachments': {
    async observe(api) {
      const upload = () => api.send('POST /tasks/1/attachments', multipart([{ fileName: 'a.txt', content: 'a' }]))
      const { fields } = await replaced({}, 'attachments', upload)(api)
      return pluck(fields, 'length')
    },
    correct: [1, 1],
    defective: [0, 0],
  },
  'put-renews-checklist-ids': {
    async observe(api) {
      const { fields } = await replaced({ checklistItems: [{ text: 'y' }, { text: 'z' }] }, 'checklistItems')(api)
      return fields.map((items) => pluck(items, 'id'))
    },
    correct: [
      [2, 3],
      [2, 3],
    ],
    defective: [
      [3, 4],
      [3, 4],
    ],
  },
  'put-moves-to-end': {
    async observe({ create, json }) {
      await create({}, {}, {})
      return [(await json('PUT /tasks/1', { json: TASK })).sortOrder, (await json('GET /tasks/3')).sortOrder]
    },
    correct: [0, 2],
    defective: [2, 1],
  },
  'put-ignores-status': {
    async observe(api) {
      return (await replaced({ status: 'DONE' }, 'status')(api)).fields
    },
    correct: ['DONE', 'DONE'],
    defective: ['TODO', 'TODO'],
  },
  'put-merges-labels': {
    async observe(api) {
      return (await replaced({ labels: ['c', 'a'] }, 'labels')(api)).fields
    },
    correct: [
      ['c', 'a'],
      ['c', 'a'],
    ],
    defective: [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  },
}
