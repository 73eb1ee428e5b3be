import { respondWithNothing } from '../change-response.js'
import type { Defect } from '../defect.js'

export const userDeletesAll: Defect = {
  name: 'user-deletes-all',
  title: 'An account with the role USER can delete all tasks.',
  rule: '`DELETE /tasks` on v2 is for the role ADMIN only (specification, section 4).',
  exposedBy: '`DELETE /tasks` with the token of an account with the role `USER`.',
  area: 'auth',
  severity: 'critical',
  difficulty: 'easy',
  operations: ['deleteAllTasks'],
  variants: ['v2'],
  async beforeSend(response, { request }) {
    // The token is valid if there is a session, so the account lacks the role.
    if (response.status !== 403 || request.session === null) return
    await request.store.deleteAllTasks(request.board)
    respondWithNothing(response)
  },
}
