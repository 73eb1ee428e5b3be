import { randomId } from '../../secrets/secrets.js'
import type { Defect } from '../defect.js'

export const refreshTokenReusable: Defect = {
  name: 'refresh-token-reusable',
  title: 'A refresh token can be used several times.',
  rule: 'A refresh token works once (decision 32).',
  exposedBy: '`POST /auth/refresh` twice with the same refresh token.',
  area: 'auth',
  severity: 'critical',
  difficulty: 'medium',
  editions: ['current'],
  operations: ['refresh'],
  variants: ['v2'],
  store: (store) => ({
    async rotateRefreshToken(board, used, next, now) {
      // The store accepts a token once. Its session then gets the same token again, and the new tokens a new session.
      const { expiresAt } = next
      const session = await store.rotateRefreshToken(board, used, { hash: randomId(), expiresAt }, now)
      if (session === undefined) return undefined
      await store.endSession(board, session.id)
      await store.createSession(board, session, { hash: used, expiresAt }, now)
      const renewed = { id: randomId(), username: session.username }
      await store.createSession(board, renewed, next, now)
      return renewed
    },
  }),
}
