import type { AddressInfo } from 'node:net'
import type { NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { isLoopback, urlHost } from '../../http/request-target.js'
import type { JoinAddresses } from './schemas.js'

/**
 * Returns the URLs at which other machines can reach a service that listens at an address. IPv4 comes first, because its
 * addresses are short. Link-local addresses of IPv6 are left out: they are valid only with the name of an interface,
 * which differs between machines.
 *
 * @param listening the address of the listener; `null` if the service does not listen at a port
 * @param interfaces the network interfaces of this machine, as `os.networkInterfaces` returns them
 */
export function machineAddresses(
  listening: AddressInfo | string | null,
  interfaces: ReturnType<typeof networkInterfaces>,
): JoinAddresses['others'] {
  if (listening === null || typeof listening === 'string') return []
  const { address, port } = listening
  const isServed = (info: NetworkInterfaceInfo) =>
    info.address === address || address === '::' || (address === '0.0.0.0' && info.family === 'IPv4')
  const isShared = ({ internal, address }: NetworkInterfaceInfo) => !internal && !/^fe[89ab]/i.test(address)
  return Object.entries(interfaces)
    .flatMap(([name, infos = []]) => infos.map((info) => ({ name, info })))
    .filter(({ info }) => isShared(info) && isServed(info))
    .sort((one, other) => one.info.family.localeCompare(other.info.family))
    .map(({ name, info }) => ({ url: `http://${urlHost(info.address)}:${port}`, interface: name }))
}

/** Whether the address of a client is one of this machine, also as a listener for IPv6 and IPv4 writes it. */
export function isLocalClient(ip: string): boolean {
  return isLoopback(ip.replace(/^::ffff:/i, ''))
}

/** Whether a URL leads only to the machine on which it is opened. */
export function isLocalUrl(url: string): boolean {
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isLoopback(name) || name.endsWith('.localhost')
}
