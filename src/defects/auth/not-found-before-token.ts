import { TaskNotFound } from '../../contract/errors.js'
import { respondWithError } from '../change-response.js'
import type { Defect } from '../defect.js'

export const notFoundBeforeToken: Defect = {
  name: 'not-found-before-token',
  title: 'A request without a valid token for an unknown task is 404.',
  rule: 'A request without a valid token is 403, before its path values are checked (decision 31).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist, without a token.',
  area: 'auth',
  severity: 'major',
  difficulty: 'hard',
  operations: ['getTask', 'replaceTask', 'deleteTask', 'reorderTask'],
  variants: ['v2'],
  async beforeSend(response, { request, store }) {
    if (response.status !== 403 && response.status !== 401) return
    const id = Number((request.params as { id: string }).id)
    if (!Number.isSafeInteger(id) || id < 1) return
    try {
      await store.getTask(request.board, id)
    } catch (error) {
      if (error instanceof TaskNotFound) respondWithError(response, request, error)
    }
  },
}
