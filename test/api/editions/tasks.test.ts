import t from 'tap'
import { anEarlierTask, startEarlier } from './helper.js'

t.test('validation: the messages have the limits and the sorts of this edition (decisions 80 and 82)', async (t) => {
  const { send } = await startEarlier(t)
  const { json } = await send('POST /api/v1/tasks', { json: { title: '', description: 'x'.repeat(1001) } })
  t.strictSame(json.errors, {
    title: 'Title is required and must be between 1 and 200 characters',
    description: 'Description must be a string of at most 1000 characters',
  })
  const { errors } = (await send('GET /api/v1/tasks?sort=dueDate,desc')).json
  t.match(errors.sort, /^Sort must be one of id; id,asc; id,desc; title; .*; updatedAt,desc$/)
})

t.test('v1 list: shows comments', async (t) => {
  const { send, createTask } = await startEarlier(t)
  await createTask()
  const { json: comment } = await send('POST /api/v1/tasks/1/comments', { json: { text: 'A comment' } })
  const { bytes } = await send('GET /api/v1/tasks/1')
  t.strictSame(JSON.parse(String(bytes)), anEarlierTask({ comments: [comment] }))
  t.strictSame((await send('GET /api/v1/tasks')).json.content, [anEarlierTask({ comments: [comment] })])
})
