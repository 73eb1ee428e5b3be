/**
 * Makes Node.js resolve all names below `localhost` to this machine, as browsers do. It stands in for a line in the hosts
 * file or a record of a DNS server.
 */
import dns from 'node:dns'

const { lookup } = dns
const { lookup: lookupPromise } = dns.promises
const resolved = (name: string) => (name.endsWith('.localhost') ? '127.0.0.1' : name)

Object.assign(dns, {
  lookup: (name: string, ...rest: unknown[]) => Reflect.apply(lookup, dns, [resolved(name), ...rest]),
})
Object.assign(dns.promises, {
  lookup: (name: string, ...rest: unknown[]) => Reflect.apply(lookupPromise, dns.promises, [resolved(name), ...rest]),
})
