import type { FastifyInstance } from 'fastify'
import { NAME, VERSION } from '../version.js'

/** What those who run the service ask it: whether it lives, whether it can work, and what it is. */
export async function operations(app: FastifyInstance): Promise<void> {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const
  for (const path of ['/health', '/livez']) app.get(path, options, async () => ({ status: 'ok' }))
  app.get('/readyz', options, async () => {
    await app.store.ping()
    return { status: 'ok' }
  })
  app.get('/version', options, async () => ({ name: NAME, version: VERSION }))
}
