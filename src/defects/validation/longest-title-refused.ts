import { ValidationFailed } from '../../contract/errors.js'
import { TITLE_MAX } from '../../contract/limits.js'
import { lengthOf } from '../accept-values.js'
import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const longestTitleRefused: Defect = {
  name: 'longest-title-refused',
  title: 'Titles of exactly 100 characters are refused.',
  rule: 'A title has 1 to 100 characters (specification, section 8).',
  exposedBy: '`POST /tasks` with a title of 100 characters.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  beforeHandler({ request }) {
    if (lengthOf(String((request.body as Fields).title)) !== TITLE_MAX) return
    throw new ValidationFailed({ title: 'Title is required and must be between 1 and 100 characters' })
  },
}
