import { HostNotAllowed } from '../contract/errors.js'
import { plugin } from './plugin.js'
import { isLoopback, parseHost, requestHost } from './request-target.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts every host. Probes use the address of the service as the host. */
    acceptsAnyHost?: boolean
  }
}

export interface AllowedHostsOptions {
  /** The names of hosts. With a dot at the start, a name includes its subdomains. `undefined` allows all hosts. */
  allowed: readonly string[] | undefined
}

export interface HostSettings {
  /** Whether only clients on this machine can reach the service. */
  isLocal: boolean
  /** The value of PUBLIC_URL, if it is set. */
  publicUrl?: string | undefined
  /** The domain of the hosts of boards, if they have any. */
  boardHost?: string | undefined
  /** The value of ALLOWED_HOSTS. */
  allowedHosts: readonly string[]
}

/**
 * Returns the hosts that the service accepts, in addition to the loopback addresses, or `undefined` if it accepts all
 * hosts. A service for this machine accepts only hosts that lead to it by design. A web page can make its own host name
 * resolve to a loopback address (DNS rebinding). The browser would then send it all responses.
 */
export function chooseHosts({ isLocal, publicUrl, boardHost, allowedHosts }: HostSettings): string[] | undefined {
  if (!isLocal && allowedHosts.length === 0) return undefined
  return ['.localhost', ...(boardHost === undefined ? [] : [`.${boardHost}`]), ...hostOf(publicUrl), ...allowedHosts]
}

/** Returns the name of the host in a URL, without brackets; an empty list if there is none. */
export function hostOf(url: string | undefined): string[] {
  const host = url !== undefined && URL.canParse(url) ? parseHost(new URL(url).host) : undefined
  return host === undefined ? [] : [host.name]
}

/**
 * Refuses requests for other hosts (decision 75). Requests without a host (HTTP/1.0) do not come from browsers. In a list
 * of `X-Forwarded-Host`, a web page can choose the first host, which counts, but not the last one.
 */
export const allowedHosts = plugin<AllowedHostsOptions>('allowed-hosts', [], async (app, { allowed }) => {
  if (allowed === undefined) return
  app.addHook('onRequest', (request, _reply, done) => {
    const host = requestHost(request)
    const { headers, proxyHost = host } = request.raw
    const hosts = host === headers['x-forwarded-host'] ? [host, proxyHost] : [host]
    const refused = hosts.find((each) => each !== '' && !isHostAllowed(each, allowed))
    // Fastify creates `routeOptions` with each use.
    if (refused === undefined || request.routeOptions.config.acceptsAnyHost) return done()
    done(new HostNotAllowed(refused))
  })
})

/**
 * Whether the service accepts requests for a host, which can have a port.
 *
 * @param allowed the names of hosts, as in the options of the plugin
 */
export function isHostAllowed(host: string, allowed: AllowedHostsOptions['allowed']): boolean {
  if (allowed === undefined) return true
  const name = parseHost(host)?.name
  if (name === undefined) return false
  return isLoopback(name) || allowed.some((entry) => includesName(entry, name))
}

/** `.example.org` includes `example.org` and its subdomains. */
function includesName(entry: string, name: string): boolean {
  return entry.startsWith('.') ? `.${name}`.endsWith(entry) : name === entry
}
