import { ACCOUNT, type Programs, TASK } from './program.js'

const JSON_HEADER = "-H 'Content-Type: application/json'"

/** Commands for a POSIX shell. */
export const curl: Programs = {
  read: (baseUrl) => `curl '${baseUrl}/api/v1/tasks?size=5'`,
  create: (baseUrl) => `curl ${baseUrl}/api/v1/tasks \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(TASK)}'`,
  login: (baseUrl) => `TOKEN=$(curl -s ${baseUrl}/api/v2/auth/login \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(ACCOUNT)}' |
  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl ${baseUrl}/api/v2/auth/me -H "Authorization: Bearer $TOKEN"`,
  check: (baseUrl) => `STATUS=$(curl -s -o /dev/null -w '%{http_code}' ${baseUrl}/api/v1/tasks \\
  ${JSON_HEADER} \\
  -d '${JSON.stringify(TASK)}')
test "$STATUS" = 201 && echo passed || echo "failed: $STATUS"`,
}
