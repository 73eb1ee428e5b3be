import { isPage } from '../../../contract/bodies.js'
import type { Fault } from '../fault.js'

const PAGE_FIELDS = ['totalPages', 'currentPage'] as const

export const pagination: Fault = {
  name: 'pagination',
  part: 'content',
  rate: 0.05,
  scope: 'lists of tasks',
  effect: '`totalPages` or `currentPage` is off by one, never negative.',
  after({ body }, draw) {
    if (!isPage(body)) return false
    const field = PAGE_FIELDS[draw.index('field', PAGE_FIELDS.length)] ?? 'totalPages'
    const down = body[field] > 0 && draw.index('direction', 2) === 0
    body[field] += down ? -1 : 1
    return true
  },
}
