import type { Clock } from '../contract/time.js'
import type { AuthRules } from '../editions/edition.js'
import { plugin } from '../http/plugin.js'
import { randomSecret } from '../secrets/secrets.js'
import { DEFAULT_BOARD } from '../store/store.js'
import { type Account, createAccounts } from './accounts.js'
import { guard } from './guard.js'
import { authRoutes } from './routes.js'
import { type Claims, createTokens } from './tokens.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the claims of an access token whose signature is valid; `undefined` for other tokens. */
    readClaims?(token: string): Promise<Claims | undefined>
  }
}

export interface AuthOptions {
  edition: { auth: AuthRules }
  accounts: readonly Account[]
  /** The key that signs access tokens. By default, the key in the store is used (decision 30). */
  jwtSecret?: string | undefined
  /** The lifetime of access tokens in seconds. */
  accessTokenTtl: number
  clock: Clock
}

/**
 * The plugin of v2. It requires access tokens for the operations of its scope, and adds the endpoints under `/auth`.
 */
export const auth = plugin<AuthOptions>('auth', [], async (app, options) => {
  const secret = options.jwtSecret ?? (await app.store.signingKey(DEFAULT_BOARD, randomSecret()))
  const { auth: rules } = options.edition
  for (const schema of rules.components) app.addSchema(schema)
  const accounts = createAccounts(options.accounts)
  const tokens = createTokens(secret, options.clock, options.accessTokenTtl)
  app.decorate('readClaims', tokens.readClaims)
  await app.register(guard, { accounts, tokens, rules })
  await app.register(authRoutes, { accounts, tokens, rules, lifetime: options.accessTokenTtl })
})
