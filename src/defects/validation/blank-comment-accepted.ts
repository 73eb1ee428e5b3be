import { COMMENT_MAX } from '../../contract/limits.js'
import { acceptValues, lengthOf } from '../accept-values.js'
import type { Defect } from '../defect.js'

export const blankCommentAccepted: Defect = {
  name: 'blank-comment-accepted',
  title: 'Comments that are empty or consist of white space are accepted.',
  rule: 'A comment has at least one character that is not white space (decisions 8 and 9).',
  exposedBy: '`POST /tasks/{id}/comments` with `{"text": " "}`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'easy',
  operations: ['createComment', 'updateComment'],
  ...acceptValues('text', (text) => /^\s*$/.test(text) && lengthOf(text) <= COMMENT_MAX),
}
