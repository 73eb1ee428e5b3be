/** The accounts, tokens and sessions of v2. @module */

import jwt from '@fastify/jwt'
import fp from 'fastify-plugin'
import { DEFAULT_BOARD } from '../../contract/board-id.js'
import { randomSecret } from '../../contract/secrets.js'
import type { Clock } from '../../contract/time.js'
import type { AuthRules } from '../editions/edition.js'
import { type Account, createAccounts } from './accounts.js'
import { guard } from './guard.js'
import { authRoutes } from './routes.js'
import { createTokens } from './tokens.js'

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
export const auth = fp<AuthOptions>(async (app, options) => {
  const secret = options.jwtSecret ?? (await app.store.signingKey(DEFAULT_BOARD, randomSecret()))
  await app.register(jwt, {
    secret,
    sign: { algorithm: 'HS256' },
    // tokens.ts checks the expiry, because it uses the clock of the service.
    verify: { algorithms: ['HS256'], ignoreExpiration: true },
  })
  const { auth: rules } = options.edition
  for (const schema of rules.components) app.addSchema(schema)
  const accounts = createAccounts(options.accounts)
  const tokens = createTokens(app.jwt, secret, options.clock, options.accessTokenTtl)
  await app.register(guard, { accounts, tokens, rules })
  await app.register(authRoutes, { accounts, tokens, rules, lifetime: options.accessTokenTtl })
})
