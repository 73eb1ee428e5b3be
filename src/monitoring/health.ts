import type { FastifyInstance } from 'fastify'
import { NAME, VERSION } from '../version.js'

/** Serves liveness (`/health`, `/livez`), readiness (`/readyz`) and the version with the edition (`/version`). */
export async function health(app: FastifyInstance, { edition }: { edition: string }): Promise<void> {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const
  const forProbes = { ...options, config: { acceptsAnyHost: true } }
  for (const path of ['/health', '/livez']) app.get(path, forProbes, async () => ({ status: 'ok' }))
  app.get('/readyz', forProbes, async () => {
    await app.store.ping()
    return { status: 'ok' }
  })
  app.get('/version', options, async () => ({ name: NAME, version: VERSION, edition }))
}
