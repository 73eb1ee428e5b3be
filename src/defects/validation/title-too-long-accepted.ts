import { TITLE_MAX } from '../../contract/limits.js'
import { acceptValues, lengthOf } from '../accept-values.js'
import type { Defect } from '../defect.js'

export const titleTooLongAccepted: Defect = {
  name: 'title-too-long-accepted',
  title: 'Titles of 101 to 200 characters are accepted.',
  rule: 'A title has 1 to 100 characters (specification, section 8).',
  exposedBy: '`POST /tasks` with a title of 101 characters.',
  area: 'validation',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  ...acceptValues('title', (title) => {
    const length = lengthOf(title)
    return length > TITLE_MAX && length <= 2 * TITLE_MAX && /\S/.test(title)
  }),
}
