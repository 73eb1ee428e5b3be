import { ACCOUNT, type Programs, TASK } from './program.js'

const JSON_HEADER = "-H 'Content-Type: application/json'"

/** Commands for a POSIX shell. */
export const curl: Programs = {
  read: (baseUrl) => `BOARD=${baseUrl}
curl "$BOARD/api/v1/tasks?size=5"`,
  create: (baseUrl) => `BOARD=${baseUrl}
curl $BOARD/api/v1/tasks \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(TASK)}'`,
  login: (baseUrl) => `BOARD=${baseUrl}
TOKEN=$(curl -s $BOARD/api/v2/auth/login \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(ACCOUNT)}' |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl $BOARD/api/v2/auth/me -H "Authorization: Bearer $TOKEN"`,
  check: (baseUrl) => `BOARD=${baseUrl}
STATUS=$(curl -s -o /dev/null -w '%{http_code}' $BOARD/api/v1/tasks \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(TASK)}')
test "$STATUS" = 201 && echo passed || echo "failed: $STATUS"`,
}
