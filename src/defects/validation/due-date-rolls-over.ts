import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const dueDateRollsOver: Defect = {
  name: 'due-date-rolls-over',
  title: 'A day that does not exist is accepted: `2026-02-30` becomes `2026-03-02`.',
  rule: '`dueDate` is a valid calendar day (decision 10).',
  exposedBy: '`POST /tasks` with `"dueDate": "2026-02-30"`.',
  area: 'validation',
  severity: 'minor',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['createTask', 'replaceTask'],
  beforeValidation({ body }) {
    if (!isObject(body)) return
    const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.exec(String(body.dueDate)) ?? []
    if (year === undefined) return
    // `Date.UTC` reads the years 0 to 99 as those of the twentieth century.
    const date = new Date(`${year}-${month}-01T00:00:00Z`)
    date.setUTCDate(Number(day))
    body.dueDate = date.toISOString().slice(0, 10)
  },
}
