import t from 'tap'
import { describeExposure, difficultyOf, needOf } from './describe.js'
import { readExposures } from './read-exposures.js'

const SHOWN = 'GET /tasks/{task.id} → 200 ; json ; /title = "a"'
const COMMENT = 'DELETE /tasks/{task.id}/comments/1'

t.test('an exposure is described by its requests, and its difficulty by what a test needs', async (t) => {
  const cases: [steps: string, need: string, difficulty: string, text: string][] = [
    ['POST /tasks +{} → 201', 'status-visible', 'easy', '`POST /tasks`: it is right.'],
    ['GET /tasks/77?search={run} → /id = 1', 'body-visible', 'easy', '`GET /tasks/{id}?search=…`: it is right.'],
    ['GET /tasks/{task.id} → 200', 'needs-state', 'easy', '`POST /tasks`, then `GET /tasks/{id}`: it is right.'],
    [SHOWN, 'needs-state', 'medium', '`POST /tasks`, then `GET /tasks/{id}`: it is right.'],
    [
      `POST /tasks +{} → 201 | 2 times ${COMMENT}`,
      'needs-state',
      'medium',
      '`POST /tasks` twice, then `DELETE /tasks/{id}/comments/{commentId}` twice: it is right.',
    ],
    [
      `POST /tasks +{} as b | ${SHOWN} | POST /tasks +{} as c`,
      'needs-state',
      'hard',
      '`POST /tasks` twice, then `GET /tasks/{id}`, then `POST /tasks`: it is right.',
    ],
    [
      'WAIT | 3 times POST /tasks +{} → 201',
      'needs-time',
      'hard',
      'after a second `POST /tasks` 3 times: it is right.',
    ],
    [
      'WAIT | POST /tasks +{} & POST /tasks +{} → 201',
      'needs-concurrency',
      'hard',
      'after a second `POST /tasks` twice at the same time: it is right.',
    ],
    [
      'DELETE /tasks/1/comments/1 & DELETE /tasks/1/comments/1 with user → 403',
      'needs-second-user',
      'hard',
      '`DELETE /tasks/{id}/comments/{commentId}` twice at the same time: it is right.',
    ],
  ]
  for (const [steps, ...expected] of cases) {
    const { exposure } = readExposures(`exposure | v1 | it is right | ${steps}`)
    t.ok(exposure)
    if (exposure) t.strictSame([needOf(exposure), difficultyOf(exposure), describeExposure(exposure)], expected)
  }
})
