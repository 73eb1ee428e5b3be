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
}
