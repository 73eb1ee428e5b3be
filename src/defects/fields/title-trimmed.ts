import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

export const titleTrimmed: Defect = {
  name: 'title-trimmed',
  title: 'White space around a title is removed.',
  rule: 'Text is stored exactly as sent: it is not trimmed (decision 8).',
  exposedBy: '`POST /tasks` with `"title": " Buy milk "`.',
  area: 'fields',
  severity: 'minor',
  difficulty: 'hard',
  operations: ['createTask', 'replaceTask'],
  beforeHandler({ request }) {
    const body = request.body as Fields
    body.title = String(body.title).trim()
  },
}
