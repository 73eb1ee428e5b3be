import t from 'tap'
import { createTask, equals, exposure, get, inV2, onTask, readTask, remove, shows, status, task } from './build.js'
import { describeExposure, difficultyOf, needOf } from './describe.js'
import type { Case } from './exposure.js'

const CREATED = { send: createTask(), expect: [status(201)] }
const SHOWN = shows(readTask(), equals('/title', 'a', 'it has its title'))
const COMMENT = remove('/tasks/{task/id}/comments/{comment/id}')

t.test('an exposure is described by its requests, and its difficulty by what a test needs', async (t) => {
  const cases: [exposure: Case, need: string, difficulty: string, text: string][] = [
    [exposure([CREATED]), 'status-visible', 'easy', '`POST /tasks`: the status is 201.'],
    [
      exposure([shows(get('/tasks/77?search={run}'), equals('/id', 1, 'it is found'))]),
      'body-visible',
      'easy',
      '`GET /tasks/{id}?search=…`: it is found.',
    ],
    [
      onTask([{ send: readTask(), expect: [status(200)] }]),
      'needs-state',
      'easy',
      '`POST /tasks`, then `GET /tasks/{id}`: the status is 200.',
    ],
    [onTask([SHOWN]), 'needs-state', 'medium', '`POST /tasks`, then `GET /tasks/{id}`: it has its title.'],
    [
      onTask([CREATED, { send: COMMENT, times: 2 }]),
      'needs-state',
      'medium',
      '`POST /tasks` twice, then `DELETE /tasks/{id}/comments/{commentId}` twice: the status is 201.',
    ],
    [
      onTask([task('b'), SHOWN, task('c')]),
      'needs-state',
      'hard',
      '`POST /tasks` twice, then `GET /tasks/{id}`, then `POST /tasks`: it has its title.',
    ],
    [
      exposure([{ ...CREATED, after: 1100, times: 3 }]),
      'needs-time',
      'hard',
      'after a second `POST /tasks` 3 times: the status is 201.',
    ],
    [
      exposure([{ ...CREATED, after: 1100, send: [createTask(), createTask()] }]),
      'needs-concurrency',
      'hard',
      'after a second `POST /tasks` twice at the same time: the status is 201.',
    ],
    [
      inV2([{ send: [COMMENT, { ...COMMENT, auth: 'user' }], expect: [status(403)] }]),
      'needs-second-user',
      'hard',
      '`DELETE /tasks/{id}/comments/{commentId}` twice at the same time: the status is 403.',
    ],
  ]
  for (const [exposure, ...expected] of cases) {
    t.strictSame([needOf(exposure), difficultyOf(exposure), describeExposure(exposure)], expected)
  }
})
