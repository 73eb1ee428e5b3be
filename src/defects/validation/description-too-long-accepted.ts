import { DESCRIPTION_MAX } from '../../contract/limits.js'
import { acceptValues, lengthOf } from '../accept-values.js'
import type { Defect } from '../defect.js'

export const descriptionTooLongAccepted: Defect = {
  name: 'description-too-long-accepted',
  title: 'Descriptions of 501 to 1,000 characters are accepted.',
  rule: 'A description has at most 500 characters (specification, section 8).',
  exposedBy: '`POST /tasks` with a description of 501 characters.',
  area: 'validation',
  severity: 'major',
  difficulty: 'easy',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  ...acceptValues('description', (description) => {
    const length = lengthOf(description)
    return length > DESCRIPTION_MAX && length <= 2 * DESCRIPTION_MAX
  }),
}
