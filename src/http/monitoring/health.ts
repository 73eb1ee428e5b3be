import type { FastifyInstance } from 'fastify'
import { NAME, VERSION } from '../../version.js'

/** The maximum time in milliseconds until the response of `/readyz`. Probes often wait for two seconds. */
const READY_TIMEOUT = 1000

/** Serves liveness (`/health`, `/livez`), readiness (`/readyz`) and the version with the edition (`/version`). */
export async function health(app: FastifyInstance, { edition }: { edition: string }): Promise<void> {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const
  const forProbes = { ...options, config: { acceptsAnyHost: true } }
  for (const path of ['/health', '/livez']) app.get(path, forProbes, async () => ({ status: 'ok' }))
  app.get('/readyz', { ...forProbes, handlerTimeout: READY_TIMEOUT }, async () => {
    await app.store.ping()
    return { status: 'ok' }
  })
  app.get('/version', options, async () => ({ name: NAME, version: VERSION, edition }))
}
