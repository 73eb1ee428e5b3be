import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const expiresInMilliseconds: Defect = {
  name: 'expires-in-milliseconds',
  title: '`expiresIn` is in milliseconds.',
  rule: '`expiresIn` is in seconds (specification, section 2).',
  exposedBy: '`POST /auth/login`; check `expiresIn`.',
  area: 'auth',
  severity: 'major',
  difficulty: 'easy',
  operations: ['login', 'refresh'],
  variants: ['v2'],
  beforeSend({ status, body }) {
    if (status === 200 && isObject(body)) body.expiresIn = Number(body.expiresIn) * 1000
  },
}
