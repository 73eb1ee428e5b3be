import type { Fields } from '../bodies.js'
import type { Defect } from '../defect.js'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const textEscaped: Defect = {
  name: 'text-escaped',
  title: 'Titles and descriptions are escaped as in HTML: `<` becomes `&lt;`.',
  rule: 'Text is stored exactly as sent: it is not escaped (decision 8).',
  exposedBy: '`POST /tasks` with `"title": "a < b & c"`.',
  area: 'fields',
  severity: 'major',
  difficulty: 'medium',
  operations: ['createTask', 'replaceTask'],
  beforeHandler({ request }) {
    const body = request.body as Fields
    for (const field of ['title', 'description']) {
      const text = body[field]
      if (typeof text === 'string') body[field] = text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    }
  },
}
