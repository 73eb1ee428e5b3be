import { readBearerToken } from '../../../http/headers.js'
import { changeFields, changeInput, resultOf } from '../change-fields.js'
import { instead } from '../change-response.js'
import { type Defect, defectsIn } from '../defect.js'
import { acceptToken, verify } from '../sessions.js'

/** A defect that lets requests without the header `Authorization` pass. */
const OPEN: Pick<Defect, 'rule' | 'severity' | 'beforeAuthentication'> = {
  rule: 'A missing token is 403 (specification, section 5).',
  severity: 'critical',
  async beforeAuthentication({ request }) {
    if (request.headers.authorization === undefined) {
      request.session = { id: 'anonymous', username: 'anonymous', role: 'USER' }
    }
  },
}

/** What most of these defects have in common. */
const GUARDED = {
  area: 'auth',
  variants: ['v2'],
  editions: ['current'],
  quality: 'authorization',
  severity: 'minor',
} as const

/** Who may do what in v2, and the responses of its own operations. */
export const access = defectsIn(GUARDED)({
  'comments-need-no-token': {
    ...OPEN,
    code: 'TB-139',
    title: 'Comments can be created, updated and deleted without a token.',
    operations: ['createComment', 'updateComment', 'deleteComment'],
  },
  'create-needs-no-token': {
    ...OPEN,
    code: 'TB-140',
    title: 'Tasks can be created without a token.',
    operations: ['createTask'],
  },
  'current-user-after-logout': {
    code: 'TB-145',
    title: '`GET /auth/me` accepts the token of a session that has ended.',
    rule: 'After a logout, the access token is 403 (decision 33).',
    severity: 'critical',
    operations: ['getCurrentUser'],
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, readBearerToken(request.headers.authorization) ?? ''), true)
    },
  },
  'current-user-returns-404': {
    code: 'TB-150',
    title: '`GET /auth/me` with a token that is not valid is 404.',
    rule: 'A token that is not valid is 403 (specification, section 5).',
    quality: 'status',
    operations: ['getCurrentUser'],
    beforeSend: instead(403, 404),
  },
  'download-needs-no-token': {
    ...OPEN,
    code: 'TB-141',
    title: 'Attachments can be downloaded without a token.',
    rule: 'A download without a token is 403 (decision 26).',
    operations: ['downloadAttachment'],
  },
  'list-needs-no-token': {
    ...OPEN,
    code: 'TB-142',
    title: 'Tasks can be listed without a token.',
    operations: ['listTasks'],
  },
  'logout-without-message': {
    code: 'TB-152',
    title: 'A logout returns an empty object.',
    rule: 'A logout returns 200 and a message (specification, section 5).',
    quality: 'body',
    operations: ['logout'],
    beforeSend: instead(200, 200, { body: {} }),
  },
  'missing-password-returns-401': {
    code: 'TB-148',
    title: 'A login without a password or username is 401.',
    rule: 'A login without a username or password is 400 (decision 34).',
    quality: 'status',
    operations: ['login'],
    beforeSend: instead(400, 401),
  },
  'password-ignores-case': {
    code: 'TB-147',
    title: 'A login accepts the password in capital letters.',
    rule: 'A login with a wrong password is 401 (specification, section 5).',
    severity: 'critical',
    operations: ['login'],
    beforeHandler: changeInput(
      ({ password }) => password === String(password).toUpperCase() && { password: String(password).toLowerCase() },
    ),
  },
  'refresh-failure-returns-401': {
    code: 'TB-149',
    title: 'An unknown refresh token is 401.',
    rule: 'A refresh token that is not valid is 403 (decision 32).',
    quality: 'status',
    operations: ['refresh'],
    beforeSend: instead(403, 401),
  },
  'summary-needs-no-token': {
    ...OPEN,
    code: 'TB-143',
    title: 'The summary needs no token.',
    severity: 'major',
    operations: ['getTaskSummary'],
  },
  'token-type-in-lower-case': {
    code: 'TB-151',
    title: '`type` of a login is `bearer`.',
    rule: '`type` is `Bearer` (specification, section 2).',
    quality: 'body',
    operations: ['login', 'refresh'],
    beforeSend: changeFields(resultOf, () => ({ type: 'bearer' })),
  },
  'token-without-scheme-accepted': {
    code: 'TB-146',
    title: 'A token is accepted without the scheme `Bearer`.',
    rule: 'A header without a scheme is 403 (specification, section 5).',
    async beforeAuthentication(context) {
      const { request } = context
      await acceptToken(context, verify(request, request.headers.authorization ?? ''))
    },
  },
  'uploads-need-no-token': {
    ...OPEN,
    code: 'TB-144',
    title: 'Attachments can be uploaded and deleted without a token.',
    operations: ['uploadAttachments', 'deleteAttachment'],
  },
})
