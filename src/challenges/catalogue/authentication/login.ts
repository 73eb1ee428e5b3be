import { type Challenge, on } from '../../challenge.js'

export const login: Challenge = {
  name: 'login',
  level: 'authentication',
  title: 'Log in',
  task: 'Log in to v2.',
  hints: [
    'The operation is `POST /auth/login` of v2.',
    'The body has `username` and `password`. The accounts are published.',
    'Use the user `user` with the password `user123`.',
  ],
  teaches: { page: 'getting-started.md#authentication', section: 5 },
  solution: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}'`,
  nearMiss: `curl $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user"}'`,
  steps: [on('POST /auth/login', 200)],
}
