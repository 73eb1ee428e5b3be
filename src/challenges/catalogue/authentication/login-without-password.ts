import { type Challenge, on } from '../../challenge.js'
import { hasErrorFor } from '../../look.js'

export const loginWithoutPassword: Challenge = {
  name: 'login-without-password',
  level: 'authentication',
  title: 'Half a login',
  task: 'Try to log in without the field `password`. Why is the status not 401?',
  hints: ['A field that is missing is an invalid request.', 'Leave the field out of the body.', 'The status is 400.'],
  teaches: { page: 'decisions.md#authentication', section: 5 },
  solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user"}'`,
  nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": ""}'`,
  steps: [on('POST /auth/login', 400, (exchange) => hasErrorFor(exchange, 'password'))],
}
