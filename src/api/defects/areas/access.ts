import { readBearerToken } from '../../../http/headers.js'
import { changeFields, changeInput, resultOf } from '../change-fields.js'
import { instead } from '../change-response.js'
import { type Defect, defectsIn } from '../defect.js'
import { acceptToken, verify } from '../sessions.js'

/** A defect that lets requests without the header `Authorization` pass. */
const OPEN: Pick<Defect, 'rule' | 'beforeAuthentication'> = {
  rule: 'A missing token is 403 (specification, section 5).',
  async beforeAuthentication({ request }) {
    if (request.headers.authorization === undefined) {
      request.session = { id: 'anonymous', username: 'anonymous', role: 'USER' }
    }
  },
}

/** Who may do what in v2, and the responses of its own operations. */
export const access = defectsIn({ area: 'auth', variants: ['v2'], editions: ['current'] })({
  'TB-139 comments-need-no-token | critical authorization | createComment, updateComment, deleteComment': {
    ...OPEN,
    title: 'Comments can be created, updated and deleted without a token.',
  },
  'TB-140 create-needs-no-token | critical authorization | createTask': {
    ...OPEN,
    title: 'Tasks can be created without a token.',
  },
  'TB-145 current-user-after-logout | critical authorization | getCurrentUser': {
    title: '`GET /auth/me` accepts the token of a session that has ended.',
    rule: 'After a logout, the access token is 403 (decision 33).',
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, readBearerToken(request.headers.authorization) ?? ''), true)
    },
  },
  'TB-150 current-user-returns-404 | minor status | getCurrentUser': {
    title: '`GET /auth/me` with a token that is not valid is 404.',
    rule: 'A token that is not valid is 403 (specification, section 5).',
    beforeSend: instead(403, 404),
  },
  'TB-141 download-needs-no-token | critical authorization | downloadAttachment': {
    ...OPEN,
    title: 'Attachments can be downloaded without a token.',
    rule: 'A download without a token is 403 (decision 26).',
  },
  'TB-142 list-needs-no-token | critical authorization | listTasks': {
    ...OPEN,
    title: 'Tasks can be listed without a token.',
  },
  'TB-152 logout-without-message | minor body | logout': {
    title: 'A logout returns an empty object.',
    rule: 'A logout returns 200 and a message (specification, section 5).',
    beforeSend: instead(200, 200, { body: {} }),
  },
  'TB-148 missing-password-returns-401 | minor status | login': {
    title: 'A login without a password or username is 401.',
    rule: 'A login without a username or password is 400 (decision 34).',
    beforeSend: instead(400, 401),
  },
  'TB-147 password-ignores-case | critical authorization | login': {
    title: 'A login accepts the password in capital letters.',
    rule: 'A login with a wrong password is 401 (specification, section 5).',
    beforeHandler: changeInput(
      ({ password }) => password === String(password).toUpperCase() && { password: String(password).toLowerCase() },
    ),
  },
  'TB-149 refresh-failure-returns-401 | minor status | refresh': {
    title: 'An unknown refresh token is 401.',
    rule: 'A refresh token that is not valid is 403 (decision 32).',
    beforeSend: instead(403, 401),
  },
  'TB-143 summary-needs-no-token | major authorization | getTaskSummary': {
    ...OPEN,
    title: 'The summary needs no token.',
  },
  'TB-151 token-type-in-lower-case | minor body | login, refresh': {
    title: '`type` of a login is `bearer`.',
    rule: '`type` is `Bearer` (specification, section 2).',
    beforeSend: changeFields(resultOf, () => ({ type: 'bearer' })),
  },
  'TB-146 token-without-scheme-accepted | minor authorization': {
    title: 'A token is accepted without the scheme `Bearer`.',
    rule: 'A header without a scheme is 403 (specification, section 5).',
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, request.headers.authorization ?? ''))
    },
  },
  'TB-144 uploads-need-no-token | critical authorization | uploadAttachments, deleteAttachment': {
    ...OPEN,
    title: 'Attachments can be uploaded and deleted without a token.',
  },
})
