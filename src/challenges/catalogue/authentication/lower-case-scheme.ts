import { type Challenge, onVariant } from '../../challenge.js'

export const lowerCaseScheme: Challenge = {
  name: 'lower-case-scheme',
  level: 'authentication',
  title: 'Does case matter?',
  task: 'Use an access token with the scheme `bearer` in small letters.',
  hints: [
    'HTTP says that the case of the scheme does not matter.',
    'Write `bearer` instead of `Bearer`.',
    'The status is 200.',
  ],
  teaches: { page: 'decisions.md#authentication', section: 5 },
  solution: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: bearer $TOKEN"`,
  nearMiss: `TOKEN=$(curl -s $BOARD/api/v2/auth/login -H "$JSON" -d '{"username": "user", "password": "user123"}' | jq -r .token)
curl $BOARD/api/v2/tasks -H "Authorization: Bearer $TOKEN"`,
  steps: [onVariant('v2', '*', 200, ({ sentHeader }) => sentHeader('authorization')?.startsWith('bearer ') === true)],
}
