import { TaskNotFound } from '../../../contract/errors.js'
import { isObject, parse } from '../../../contract/parse.js'
import { ROLES, type Role } from '../../../contract/schemas/auth.js'
import { readBearerToken } from '../../../http/headers.js'
import { changeFields, changeInput, resultOf } from '../change-fields.js'
import { changeStatus, instead, respondWithError, respondWithNothing } from '../change-response.js'
import { type Defect, defectsIn, override } from '../defect.js'
import { acceptToken, startSession, verify } from '../sessions.js'

/** A defect that lets requests without the header `Authorization` pass. */
const OPEN: Pick<Defect, 'rule' | 'beforeAuthentication'> = {
  rule: 'A missing token is 403 (specification, section 5).',
  async beforeAuthentication({ request }) {
    if (request.headers.authorization === undefined) {
      request.session = { id: 'anonymous', username: 'anonymous', role: 'USER' }
    }
  },
}

/** The accounts and tokens of v2, and who may do what. */
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
  'TB-139 comments-need-no-token | critical authorization, current edition': {
    ...OPEN,
    title: 'Comments can be created, updated and deleted without a token.',
    operations: ['createComment', 'updateComment', 'deleteComment'],
  },
  'TB-140 create-needs-no-token | critical authorization, current edition | createTask': {
    ...OPEN,
    title: 'Tasks can be created without a token.',
  },
  'TB-145 current-user-after-logout | critical authorization, current edition | getCurrentUser': {
    title: '`GET /auth/me` accepts the token of a session that has ended.',
    rule: 'After a logout, the access token is 403 (decision 33).',
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, readBearerToken(request.headers.authorization) ?? ''), true)
    },
  },
  'TB-150 current-user-returns-404 | minor status, current edition | getCurrentUser': {
    title: '`GET /auth/me` with a token that is not valid is 404.',
    rule: 'A token that is not valid is 403 (specification, section 5).',
    beforeSend: instead(403, 404),
  },
  'TB-141 download-needs-no-token | critical authorization, current edition | downloadAttachment': {
    ...OPEN,
    title: 'Attachments can be downloaded without a token.',
    rule: 'A download without a token is 403 (decision 26).',
  },
  'TB-142 list-needs-no-token | critical authorization, current edition | listTasks': {
    ...OPEN,
    title: 'Tasks can be listed without a token.',
  },
  'TB-152 logout-without-message | minor body, current edition | logout': {
    title: 'A logout returns an empty object.',
    rule: 'A logout returns 200 and a message (specification, section 5).',
    beforeSend: instead(200, 200, { body: {} }),
  },
  'TB-148 missing-password-returns-401 | minor status, current edition | login': {
    title: 'A login without a password or username is 401.',
    rule: 'A login without a username or password is 400 (decision 34).',
    beforeSend: instead(400, 401),
  },
  'TB-147 password-ignores-case | critical authorization, current edition | login': {
    title: 'A login accepts the password in capital letters.',
    rule: 'A login with a wrong password is 401 (specification, section 5).',
    beforeHandler: changeInput(
      ({ password }) => password === String(password).toUpperCase() && { password: String(password).toLowerCase() },
    ),
  },
  'TB-149 refresh-failure-returns-401 | minor status, current edition | refresh': {
    title: 'An unknown refresh token is 401.',
    rule: 'A refresh token that is not valid is 403 (decision 32).',
    beforeSend: instead(403, 401),
  },
  'TB-143 summary-needs-no-token | major authorization, current edition | getTaskSummary': {
    ...OPEN,
    title: 'The summary needs no token.',
  },
  'TB-151 token-type-in-lower-case | minor body, current edition | login, refresh': {
    title: '`type` of a login is `bearer`.',
    rule: '`type` is `Bearer` (specification, section 2).',
    beforeSend: changeFields(resultOf, () => ({ type: 'bearer' })),
  },
  'TB-146 token-without-scheme-accepted | minor authorization, current edition': {
    title: 'A token is accepted without the scheme `Bearer`.',
    rule: 'A header without a scheme is 403 (specification, section 5).',
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, request.headers.authorization ?? ''))
    },
  },
  'TB-144 uploads-need-no-token | critical authorization, current edition | uploadAttachments, deleteAttachment': {
    ...OPEN,
    title: 'Attachments can be uploaded and deleted without a token.',
  },
})

/** Returns the payload of a token; `undefined` if it is not a JWT. */
function readPayload(token: string): unknown {
  const parts = token.split('.')
  return parts.length === 3 ? parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) : undefined
}
