import { type Challenge, on } from '../../challenge.js'

export const wrongPassword: Challenge = {
  name: 'wrong-password',
  level: 'authentication',
  title: 'The wrong password',
  task: 'Try to log in with a wrong password.',
  hints: [
    'The response must not say whether the user exists.',
    'Use any password that is wrong.',
    'The status is 401.',
  ],
  teaches: { page: 'decisions.md#authentication', section: 5 },
  solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "guess"}'`,
  nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user"}'`,
  steps: [on('POST /auth/login', 401)],
}
