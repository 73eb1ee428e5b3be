import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const currentRoleWithoutPrefix: Defect = {
  name: 'current-role-without-prefix',
  title: 'The role of the current user is `USER` instead of `ROLE_USER`.',
  rule: 'The role of the current user has the authority form, such as `ROLE_USER` (specification, section 2).',
  exposedBy: '`GET /auth/me`; check `role`.',
  area: 'auth',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['getCurrentUser'],
  variants: ['v2'],
  beforeSend({ status, body }) {
    if (status === 200 && isObject(body)) body.role = String(body.role).replace('ROLE_', '')
  },
}
