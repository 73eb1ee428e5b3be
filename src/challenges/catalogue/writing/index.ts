import type { Challenge } from '../../challenge.js'
import { checklistIds } from './checklist-ids.js'
import { checklistText200 } from './checklist-text-200.js'
import { defaultPriority } from './default-priority.js'
import { deleteAll } from './delete-all.js'
import { deleteComment } from './delete-comment.js'
import { description500 } from './description-500.js'
import { editComment } from './edit-comment.js'
import { labels10 } from './labels-10.js'
import { leapDay } from './leap-day.js'
import { nullFields } from './null-fields.js'
import { replaceClears } from './replace-clears.js'
import { samePutTwice } from './same-put-twice.js'
import { title100 } from './title-100.js'
import { title100Emoji } from './title-100-emoji.js'
import { titleUnicode } from './title-unicode.js'

export const WRITING: readonly Challenge[] = [
  title100,
  title100Emoji,
  titleUnicode,
  description500,
  labels10,
  checklistText200,
  defaultPriority,
  nullFields,
  leapDay,
  replaceClears,
  samePutTwice,
  checklistIds,
  editComment,
  deleteComment,
  deleteAll,
]
