import { TITLE_MAX } from '../../contract/limits.js'
import { acceptValues, lengthOf } from '../accept-values.js'
import type { Defect } from '../defect.js'

export const blankTitleAccepted: Defect = {
  name: 'blank-title-accepted',
  title: 'Titles that consist of white space are accepted.',
  rule: 'A title has at least one character that is not white space (decision 8).',
  exposedBy: '`POST /tasks` with `{"title": "  ", "status": "TODO"}`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  operations: ['createTask', 'replaceTask'],
  ...acceptValues('title', (title) => /^\s+$/.test(title) && lengthOf(title) <= TITLE_MAX),
}
