import type { Check } from '../kit/check.js'
import { access } from './access.js'
import { attachments } from './attachments.js'
import { checklist } from './checklist.js'
import { comments } from './comments.js'
import { create } from './create.js'
import { earlier } from './earlier.js'
import { errors } from './errors.js'
import { http } from './http.js'
import { list } from './list.js'
import { login } from './login.js'
import { logout } from './logout.js'
import { ordering } from './ordering.js'
import { refresh } from './refresh.js'
import { refusedUploads } from './refused-uploads.js'
import { replace } from './replace.js'
import { search } from './search.js'
import { sort } from './sort.js'
import { summary } from './summary.js'
import { tasks } from './tasks.js'
import { text } from './text.js'
import { validation } from './validation.js'
import { variants } from './variants.js'

/** The areas in the order in which they are checked. */
const AREAS = [
  ...[create, validation, text, checklist, tasks, replace, list, sort, search],
  ...[ordering, summary, comments, attachments, refusedUploads, errors, http, variants, earlier],
  ...[login, access, refresh, logout],
]

export const CHECKS: readonly Check[] = AREAS.flatMap(({ checks }) => checks)
