import type { networkInterfaces } from 'node:os'
import t from 'tap'
import { isLocalClient, isLocalUrl, machineAddresses } from '../../src/classroom/projector/machine-addresses.js'

const info = (address: string, family: 'IPv4' | 'IPv6', internal = false) =>
  ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as const

const INTERFACES = {
  lo: [info('127.0.0.1', 'IPv4', true), info('::1', 'IPv6', true)],
  eth0: [info('fe80::1', 'IPv6'), info('2001:db8::20', 'IPv6'), info('10.0.0.7', 'IPv4')],
  wlan0: [info('192.168.1.20', 'IPv4')],
  gone: undefined,
} as ReturnType<typeof networkInterfaces>

const listedFor = (address: string) =>
  machineAddresses({ address, family: '', port: 3000 }, INTERFACES).map(({ url }) => url)

t.test('a service that listens at all addresses is reachable at those that other machines know', async (t) => {
  t.strictSame(listedFor('::'), ['http://10.0.0.7:3000', 'http://192.168.1.20:3000', 'http://[2001:db8::20]:3000'])
  t.strictSame(listedFor('0.0.0.0'), ['http://10.0.0.7:3000', 'http://192.168.1.20:3000'])
  t.strictSame(machineAddresses({ address: '192.168.1.20', family: '', port: 80 }, INTERFACES), [
    { url: 'http://192.168.1.20:80', interface: 'wlan0' },
  ])
})

t.test('a service that listens for this machine only has no address for others', async (t) => {
  t.strictSame(listedFor('127.0.0.1'), [])
  t.strictSame(machineAddresses(null, INTERFACES), [])
  t.strictSame(machineAddresses('/run/service.sock', INTERFACES), [])
})

t.test('recognises URLs that lead to the machine on which they are opened', async (t) => {
  for (const host of ['localhost', '127.0.0.1:3000', '127.1.2.3', '[::1]:3000', 'abc.localhost'])
    t.ok(isLocalUrl(`http://${host}`), host)
  for (const host of ['192.168.1.20', 'board.example.org', '[2001:db8::20]'])
    t.notOk(isLocalUrl(`http://${host}`), host)
})

t.test('recognises clients on this machine', async (t) => {
  for (const ip of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) t.ok(isLocalClient(ip), ip)
  for (const ip of ['192.168.1.20', '::ffff:10.0.0.7', '2001:db8::20']) t.notOk(isLocalClient(ip), ip)
})
