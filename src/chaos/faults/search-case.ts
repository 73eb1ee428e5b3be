import type { Fault } from '../fault.js'

export const searchCase: Fault = {
  name: 'search-case',
  rate: 0.2,
  scope: 'lists with a `search`',
  effect: 'The search compares case as written.',
  before({ request }) {
    request.matchCase = true
  },
}
