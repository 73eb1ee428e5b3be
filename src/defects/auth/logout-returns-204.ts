import { respondWithNothing } from '../change-response.js'
import type { Defect } from '../defect.js'

export const logoutReturns204: Defect = {
  name: 'logout-returns-204',
  title: 'A logout returns 204 and an empty body.',
  rule: 'A logout returns 200 and a message (specification, section 5).',
  exposedBy: '`POST /auth/logout`.',
  area: 'auth',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['logout'],
  variants: ['v2'],
  beforeSend(response) {
    if (response.status === 200) respondWithNothing(response)
  },
}
