import t from 'tap'
import {
  alone,
  createComment,
  createTask,
  deleteAllTasks,
  deleteTask,
  exposure,
  get,
  inV2,
  onTask,
  put,
  remove,
  task,
} from './build.js'
import type { Case, Step } from './exposure.js'

t.test('the named tasks that the steps of an exposure create, and do not delete, are deleted at the end', async (t) => {
  const cases: [exposure: Case, left: string[]][] = [
    [onTask([task('other'), { as: 'comment', send: createComment() }]), ['task', 'other']],
    [onTask([{ send: deleteTask() }]), []],
    [onTask([{ send: deleteAllTasks }, task('other')]), ['other']],
    [onTask([{ send: [get('/tasks'), deleteTask()] }, { send: createTask() }]), []],
    [onTask([{ send: put('/tasks/{task/id}', {}) }, { send: remove('/tasks/{task/id}/comments/1') }]), ['task']],
    [exposure([{ send: deleteTask() }, { as: 'list', send: get('/tasks') }, task()]), ['task']],
    [exposure([{ as: 'both', send: [createTask(), createTask()] }]), ['both']],
  ]
  for (const [{ cleanUp }, left] of cases) {
    const deletions = left.map((name) => ({ method: 'DELETE', path: `/tasks/{${name}/id}` }))
    t.strictSame(cleanUp, deletions)
  }
})

t.test('an exposure says which variant it calls, and whether it can run beside other tests', async (t) => {
  const steps: Step[] = [{ send: get('/tasks') }]
  const cleanUp: never[] = []
  t.strictSame(exposure(steps), { variant: 'v1', board: 'any', steps, cleanUp })
  t.strictSame(inV2(steps), { variant: 'v2', board: 'any', steps, cleanUp })
  t.strictSame(alone(steps), { variant: 'v1', board: 'alone', steps, cleanUp })
})
