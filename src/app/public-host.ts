import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../http/request-target.js'

/** The networks of addresses that the internet does not reach (RFC 6890). */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits)
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Domains of names that are resolved only on a machine or in a network (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/**
 * Whether other machines on the internet can reach a host by this name.
 *
 * @param name the name or address of a host in lower case, without a port
 */
export function isPublicHost(name: string): boolean {
  if (isLoopback(name)) return false
  const version = isIP(name)
  if (version !== 0) return !PRIVATE.check(name, version === 6 ? 'ipv6' : 'ipv4')
  return name.includes('.') && !PRIVATE_DOMAIN.test(name)
}
