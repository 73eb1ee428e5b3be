import type { Fault } from '../fault.js'

export const searchCase: Fault = {
  name: 'search-case',
  rate: 0.2,
  scope: 'lists with a `search`',
  effect: 'The search compares case as written.',
  before({ request }) {
    request.matchCase = true
  },
  isEffective({ query, routeOptions }, { statusCode }) {
    if (routeOptions.schema?.operationId !== 'listTasks') return false
    const { search } = query as { search?: string }
    return statusCode < 300 && search !== undefined && search.toLowerCase() !== search.toUpperCase()
  },
}
