import type { Defect } from '../defect.js'

export const errorMediaTypeIsText: Defect = {
  name: 'error-media-type-is-text',
  title: 'Errors have the media type `text/plain`.',
  rule: 'Bodies are JSON with `Content-Type: application/json` (specification, introduction).',
  exposedBy: '`GET /tasks/{id}` of a task that does not exist; check `Content-Type`.',
  area: 'error-bodies',
  severity: 'major',
  difficulty: 'medium',
  operations: [],
  beforeSend(response) {
    if (response.status >= 400) response.headers['content-type'] = 'text/plain; charset=utf-8'
  },
}
