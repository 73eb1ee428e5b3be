import { isObject } from '../bodies.js'
import { changeStatus } from '../change-response.js'
import type { Defect } from '../defect.js'

export const missingTokenReturns401: Defect = {
  name: 'missing-token-returns-401',
  title: 'A request without a token is 401.',
  rule: 'A missing token is 403 (specification, section 5).',
  exposedBy: '`GET /tasks` without the header `Authorization`.',
  area: 'auth',
  severity: 'minor',
  difficulty: 'easy',
  editions: ['current'],
  operations: [],
  variants: ['v2'],
  beforeSend(response) {
    // A refresh token that is not valid is also 403.
    const { status, body } = response
    const isMissing = status === 403 && isObject(body) && /: the token is missing$/.test(String(body.message))
    if (isMissing) changeStatus(response, 401)
  },
}
