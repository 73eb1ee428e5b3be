import { changeStatus } from '../change-response.js'
import type { Defect } from '../defect.js'

export const loginFailureReturns400: Defect = {
  name: 'login-failure-returns-400',
  title: 'A login with a wrong username or password is 400.',
  rule: 'A login with a wrong username or password is 401 (specification, section 5).',
  exposedBy: '`POST /auth/login` with a wrong password.',
  area: 'auth',
  severity: 'major',
  difficulty: 'easy',
  operations: ['login'],
  variants: ['v2'],
  beforeSend(response) {
    if (response.status !== 401) return
    changeStatus(response, 400)
    response.headers['www-authenticate'] = undefined
  },
}
