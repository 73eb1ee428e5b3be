import { startCaddy } from './caddy.js'
import { startNginx } from './nginx.js'

/** The proxies in front of the service, with the configurations in `deploy/`. */
export const FRONTS = { nginx: startNginx, Caddy: startCaddy } as const
