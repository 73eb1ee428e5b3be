import { type Cases, pluck, TASK } from '../api.js'

export const FIELDS: Cases = {
  'default-priority-is-low': {
    observe: async ({ create }) => pluck(await create({}, { priority: null }, { priority: 'HIGH' }), 'priority'),
    correct: ['MEDIUM', 'MEDIUM', 'HIGH'],
    defective: ['LOW', 'LOW', 'HIGH'],
  },
  'title-trimmed': {
    observe: async ({ create }) => pluck(await create({ title: ' A task ' }), 'title'),
    correct: [' A task '],
    defective: ['A task'],
  },
  'text-escaped': {
    async observe({ create }) {
      const [task] = await create({ title: 'a < b', description: '"c" & d' })
      return [task.title, task.description]
    },
    correct: ['a < b', '"c" & d'],
    defective: ['a &lt; b', '&quot;c&quot; &amp; d'],
  },
  'labels-sorted': {
    observe: async ({ create }) => pluck(await create({ labels: ['b', 'a', 'b'] }, {}), 'labels'),
    correct: [['b', 'a', 'b'], []],
    defective: [['a', 'b'], []],
  },
  'missing-description-is-empty': {
    async observe({ create, list, json }) {
      const [created] = await create({})
      const [listed] = await list()
      const replaced = await json('PUT /tasks/1', { json: { ...TASK, description: 'text' } })
      return pluck([created, listed, replaced], 'description')
    },
    correct: [null, null, 'text'],
    defective: ['', '', 'text'],
  },
  'timestamps-with-milliseconds': {
    async observe({ create, json }) {
      await create({})
      const { createdAt, updatedAt } = await json('GET /tasks/1')
      return [createdAt, updatedAt].map((time) => time.replace(/T[\d:]{8}/, 'Tnn:nn:nn'))
    },
    correct: ['2026-03-02Tnn:nn:nnZ', '2026-03-02Tnn:nn:nnZ'],
    defective: ['2026-03-02Tnn:nn:nn.000Z', '2026-03-02Tnn:nn:nn.000Z'],
  },
  'due-date-previous-day': {
    async observe({ create, json }) {
      const created = await create({ dueDate: '2026-03-01' }, { dueDate: '0000-01-01' }, {})
      const replaced = await json('PUT /tasks/1', { json: { ...TASK, dueDate: '2026-05-01' } })
      return pluck([...created, replaced], 'dueDate')
    },
    correct: ['2026-03-01', '0000-01-01', null, '2026-05-01'],
    defective: ['2026-02-28', '0000-01-01', null, '2026-04-30'],
  },
  'due-date-with-time': {
    async observe({ create, list }) {
      const created = await create({ dueDate: '2026-04-30' }, {})
      return pluck([...created, ...(await list())], 'dueDate')
    },
    correct: ['2026-04-30', null, '2026-04-30', null],
    defective: ['2026-04-30T00:00:00Z', null, '2026-04-30T00:00:00Z', null],
  },
  'missing-labels-are-null': {
    async observe({ create, list }) {
      const created = await create({}, { labels: ['a'] })
      return pluck([...created, ...(await list())], 'labels')
    },
    correct: [[], ['a'], [], ['a']],
    defective: [null, ['a'], null, ['a']],
  },
  'text-composed': {
    async observe({ create }) {
      const [task] = await create({ title: 'e\u0301', description: 'u\u0308', labels: ['e\u0301'] }, {})
      return [task.title.length, task.description.length, task.labels[0].length]
    },
    correct: [2, 2, 2],
    defective: [1, 1, 2],
  },
}
