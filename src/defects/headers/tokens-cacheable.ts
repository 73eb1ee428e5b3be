import type { Defect } from '../defect.js'

export const tokensCacheable: Defect = {
  name: 'tokens-cacheable',
  title: 'Responses with tokens can be cached for an hour.',
  rule: 'Responses of the auth operations have `Cache-Control: no-store` (decision 34).',
  exposedBy: '`POST /auth/login`; check `Cache-Control`.',
  area: 'headers',
  severity: 'minor',
  difficulty: 'hard',
  operations: ['login', 'refresh'],
  variants: ['v2'],
  beforeSend({ headers }) {
    headers['cache-control'] = 'max-age=3600'
  },
}
