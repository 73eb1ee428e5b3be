/** The checks, a file for each area of the API. @module */

import { attachments } from './areas/attachments.js'
import { checklist } from './areas/checklist.js'
import { comments } from './areas/comments.js'
import { create } from './areas/create.js'
import { earlier } from './areas/earlier.js'
import { errors } from './areas/errors.js'
import { http } from './areas/http.js'
import { list } from './areas/list.js'
import { ordering } from './areas/ordering.js'
import { replace } from './areas/replace.js'
import { search } from './areas/search.js'
import { sort } from './areas/sort.js'
import { summary } from './areas/summary.js'
import { tasks } from './areas/tasks.js'
import { text } from './areas/text.js'
import { validation } from './areas/validation.js'
import { variants } from './areas/variants.js'
import { access } from './auth/access.js'
import { login, logout, refresh } from './auth/sessions.js'
import type { Check } from './check.js'

/** The areas in the order in which they are checked. */
const AREAS = [
  ...[create, validation, text, checklist, tasks, replace, list, sort, search],
  ...[ordering, summary, comments, attachments, errors, http, variants, earlier],
  ...[login, access, refresh, logout],
]

export const CHECKS: readonly Check[] = AREAS.flatMap(({ checks }) => checks)
