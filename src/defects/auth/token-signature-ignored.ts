import type { FastifyRequest } from 'fastify'
import { ROLES, type Role } from '../../contract/schemas/auth.js'
import { readBearerToken } from '../../http/bearer-token.js'
import { isObject } from '../bodies.js'
import type { Defect } from '../defect.js'

export const tokenSignatureIgnored: Defect = {
  name: 'token-signature-ignored',
  title: 'An access token with a changed payload or signature is accepted.',
  rule: 'A tampered token is 403 (specification, section 5).',
  exposedBy: '`GET /tasks` with an access token whose signature was changed.',
  area: 'auth',
  severity: 'critical',
  difficulty: 'medium',
  operations: [],
  variants: ['v2'],
  async beforeAuthentication({ request, store }) {
    const token = readBearerToken(request.headers.authorization) ?? ''
    const claims = readPayload(token)
    if (!isObject(claims) || isSigned(request, token)) return
    const { sub, role, exp, jti } = claims
    const id = String(jti).split('.')[0] ?? ''
    if (typeof sub !== 'string' || !ROLES.includes(role as Role)) return
    if (Number(exp) * 1000 <= Date.parse(request.server.now())) return
    if ((await store.findSession(request.board, id)) === undefined) return
    request.session = { id, username: sub, role: role as Role }
  },
}

/** Whether a token has a valid signature. The guard then checks everything else. */
function isSigned({ server }: FastifyRequest, token: string): boolean {
  try {
    server.jwt.verify(token)
    return true
  } catch {
    return false
  }
}

/** Returns the payload of a token; `undefined` if it is not a JWT. */
function readPayload(token: string): unknown {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  try {
    return JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}
