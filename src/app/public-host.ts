import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { isLoopback } from '../http/request-target.js'

/** Whether the internet does not reach an address (RFC 6890). */
const isPrivate = compile(['linklocal', 'uniquelocal', '0.0.0.0/8', '100.64.0.0/10'])

/** Domains of names that are resolved only on a machine or in a network (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * Whether other machines on the internet can reach a host by this name.
 *
 * @param name the name or address of a host in lower case, without a port
 */
export function isPublicHost(name: string): boolean {
  if (isLoopback(name)) return false
  return isIP(name) !== 0 ? !isPrivate(name, 0) : name.includes('.') && !PRIVATE_DOMAIN.test(name)
}
