import type { Challenge } from '../../challenge.js'
import { bodyTooLarge } from './body-too-large.js'
import { checklistText201 } from './checklist-text-201.js'
import { comment1001 } from './comment-1001.js'
import { commentOfOtherTask } from './comment-of-other-task.js'
import { deletedTask } from './deleted-task.js'
import { deletedTwice } from './deleted-twice.js'
import { description501 } from './description-501.js'
import { encodedBody } from './encoded-body.js'
import { impossibleDay } from './impossible-day.js'
import { invalidId } from './invalid-id.js'
import { labels11 } from './labels-11.js'
import { malformedJson } from './malformed-json.js'
import { negativePage } from './negative-page.js'
import { nullCharacter } from './null-character.js'
import { parameterTwice } from './parameter-twice.js'
import { size0 } from './size-0.js'
import { size101 } from './size-101.js'
import { statusUnknown } from './status-unknown.js'
import { threeErrors } from './three-errors.js'
import { title101 } from './title-101.js'
import { titleBlank } from './title-blank.js'
import { titleEmpty } from './title-empty.js'
import { titleMissing } from './title-missing.js'
import { titleNumber } from './title-number.js'
import { unknownExpectation } from './unknown-expectation.js'
import { unknownPath } from './unknown-path.js'
import { unknownSort } from './unknown-sort.js'
import { unknownTask } from './unknown-task.js'
import { wrongMediaType } from './wrong-media-type.js'
import { wrongMethod } from './wrong-method.js'

export const ERRORS: readonly Challenge[] = [
  unknownTask,
  invalidId,
  unknownPath,
  wrongMethod,
  wrongMediaType,
  encodedBody,
  bodyTooLarge,
  malformedJson,
  titleMissing,
  title101,
  titleBlank,
  titleEmpty,
  titleNumber,
  nullCharacter,
  description501,
  statusUnknown,
  impossibleDay,
  labels11,
  checklistText201,
  threeErrors,
  size101,
  size0,
  negativePage,
  unknownSort,
  parameterTwice,
  deletedTask,
  deletedTwice,
  comment1001,
  commentOfOtherTask,
  unknownExpectation,
]
