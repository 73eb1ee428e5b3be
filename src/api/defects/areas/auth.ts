import { TaskNotFound } from '../../../contract/errors.js'
import { isObject, parse } from '../../../contract/parse.js'
import { ROLES, type Role } from '../../../contract/schemas/auth.js'
import { readBearerToken } from '../../../http/headers.js'
import { changeFields, resultOf } from '../change-fields.js'
import { changeStatus, instead, respondWithError, respondWithNothing } from '../change-response.js'
import { defectsIn, override } from '../defect.js'
import { acceptToken, startSession, verify } from '../sessions.js'

/** The accounts and tokens of v2. */
export const auth = defectsIn({ area: 'auth', variants: ['v2'] })({
  'TB-091 current-role-without-prefix | minor body | getCurrentUser': {
    title: 'The role of the current user is `USER` instead of `ROLE_USER`.',
    rule: 'The role of the current user has the authority form, such as `ROLE_USER` (specification, section 2).',
    beforeSend: changeFields(resultOf, ({ role }) => ({ role: String(role).replace('ROLE_', '') })),
  },
  'TB-092 expires-in-milliseconds | major body | login, refresh': {
    title: '`expiresIn` is in milliseconds.',
    rule: '`expiresIn` is in seconds (specification, section 2).',
    beforeSend: changeFields(resultOf, ({ expiresIn }) => ({ expiresIn: Number(expiresIn) * 1000 })),
  },
  'TB-093 login-failure-returns-400 | major status | login': {
    title: 'A login with a wrong username or password is 400.',
    rule: 'A login with a wrong username or password is 401 (specification, section 5).',
    beforeSend(response) {
      if (response.status !== 401) return
      changeStatus(response, 400)
      delete response.headers['www-authenticate']
    },
  },
  'TB-094 logout-keeps-session | critical authorization | logout': {
    title: 'After a logout, the tokens of the session stay valid.',
    rule: 'Logout ends the session on the server (decision 33).',
    replace: () => ({ endSession() {} }),
  },
  'TB-095 logout-returns-204 | minor status | logout': {
    title: 'A logout returns 204 and an empty body.',
    rule: 'A logout returns 200 and a message (specification, section 5).',
    beforeSend: instead(200, 204),
  },
  'TB-096 missing-token-returns-401 | minor status, current edition': {
    title: 'A request without a token is 401.',
    rule: 'A missing token is 403 (specification, section 5).',
    // A refresh token that is not valid is also 403.
    beforeSend: instead(403, 401, { message: /: the token is missing$/ }),
  },
  'TB-097 not-found-before-token | major authorization | getTask, replaceTask, deleteTask, reorderTask': {
    title: 'A request without a valid token for an unknown task is 404.',
    rule: 'A request without a valid token is 403, before its path values are checked (decision 31).',
    async beforeSend(response, { request, store }) {
      if (response.status !== 403 && response.status !== 401) return
      const id = Number((request.params as { id: string }).id)
      if (!Number.isSafeInteger(id) || id < 1) return
      try {
        await store.getTask(request.board.id, id)
      } catch (error) {
        if (error instanceof TaskNotFound) respondWithError(response, request, error)
      }
    },
  },
  'TB-098 refresh-token-reusable | critical authorization, current edition | refresh': {
    title: 'A refresh token can be used several times.',
    rule: 'A refresh token works once (decision 32).',
    replace: override('rotateSession', (api, board, presented, times) => {
      const session = 'id' in presented ? api.findSession(board, presented.id) : undefined
      const { generation } = { generation: undefined, ...presented }
      const isValid = session !== undefined && session.generation === generation && session.expiresAt > times.now
      if (!isValid) return api.rotateSession(board, presented, times)
      // The session keeps its token, and the new tokens get another session.
      return startSession(api, board, session.username, times)
    }),
  },
  'TB-099 token-signature-ignored | critical authorization': {
    title: 'An access token with a changed payload or signature is accepted.',
    rule: 'A tampered token is 403 (specification, section 5).',
    async beforeAuthentication(context) {
      const { request } = context
      const token = readBearerToken(request.headers.authorization) ?? ''
      const claims = readPayload(token)
      // A path without an operation needs no token. The guard checks everything else of a signed token.
      if (!isObject(claims) || !request.server.hasDecorator('jwt') || verify(request, token) !== undefined) return
      const { sub, role, exp, jti } = claims
      if (typeof sub !== 'string' || !ROLES.includes(role as Role)) return
      if (Number(exp) * 1000 <= Date.parse(request.server.now())) return
      await acceptToken(context, { sub, role: role as Role, jti: String(jti) })
    },
  },
  'TB-100 user-deletes-all | critical authorization | deleteAllTasks': {
    title: 'An account with the role USER can delete all tasks.',
    rule: '`DELETE /tasks` on v2 is for the role ADMIN only (specification, section 4).',
    async beforeSend(response, { request }) {
      // The token is valid if there is a session, so the account lacks the role.
      if (response.status !== 403 || request.session === null) return
      await request.board.store.deleteAllTasks(request.board.id)
      respondWithNothing(response)
    },
  },
})

/** Returns the payload of a token; `undefined` if it is not a JWT. */
function readPayload(token: string): unknown {
  const parts = token.split('.')
  return parts.length === 3 ? parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) : undefined
}
