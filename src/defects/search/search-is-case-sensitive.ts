import type { Defect } from '../defect.js'

export const searchIsCaseSensitive: Defect = {
  name: 'search-is-case-sensitive',
  title: 'The search is case-sensitive.',
  rule: 'The search is case-insensitive (specification, section 4).',
  area: 'search',
  severity: 'major',
  difficulty: 'easy',
  operations: ['listTasks'],
  beforeHandler({ request }) {
    request.searchOptions = { matchCase: true }
  },
}
