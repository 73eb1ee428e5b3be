import type { Exchange, LearnerRequest } from '../../../src/classroom/exchanges/schemas.js'
import { RequestFailed, send } from '../../shared/service/api.js'

/**
 * Loads a request of a learner with its response.
 *
 * @returns an empty object if it is no longer recorded, or if a later request has the same id
 */
export async function loadExchange(
  board: string,
  { number, requestId }: Pick<LearnerRequest, 'number' | 'requestId'>,
  token: string | undefined,
): Promise<Partial<Exchange>> {
  try {
    const loaded = await send<Exchange>('GET', `/b/${board}/requests/${encodeURIComponent(requestId)}`, { token })
    return loaded.number === number ? loaded : {}
  } catch (error) {
    if (error instanceof RequestFailed && error.status === 404) return {}
    throw error
  }
}
