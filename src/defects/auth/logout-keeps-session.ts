import type { Defect } from '../defect.js'

export const logoutKeepsSession: Defect = {
  name: 'logout-keeps-session',
  title: 'After a logout, the tokens of the session stay valid.',
  rule: 'Logout ends the session on the server (decision 33).',
  exposedBy: '`POST /auth/logout`, then `GET /tasks` with the same access token.',
  area: 'auth',
  severity: 'critical',
  difficulty: 'easy',
  operations: ['logout'],
  variants: ['v2'],
  store: () => ({ endSession: async () => {} }),
}
