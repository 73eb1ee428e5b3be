import type { Defect } from '../defect.js'

export const allowListsAllMethods: Defect = {
  name: 'allow-lists-all-methods',
  title: '`Allow` of a 405 lists all methods, even the refused one.',
  rule: '`Allow` lists the methods of the path (decision 27).',
  exposedBy: '`PATCH /tasks/{id}`; check `Allow`.',
  area: 'headers',
  severity: 'minor',
  difficulty: 'hard',
  operations: [],
  beforeSend({ status, headers }) {
    if (status === 405) headers.allow = 'GET, HEAD, POST, PUT, PATCH, DELETE'
  },
}
