import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import t from 'tap'
import { addressesOf } from '../../src/http/listeners.js'
import { ownStore, startService } from '../kit/helper.js'
import { exchangeText } from '../kit/raw-http.js'

/** Two loopback addresses stand for those of `localhost`. */
const [FIRST, SECOND] = ['127.0.0.1', '127.0.0.2'] as const

const HEAD = 'Host: localhost\r\nConnection: close\r\n'

t.test('all addresses of localhost have the same limits and errors', async (t) => {
  const { app } = await startService(t, await ownStore())
  await app.listenAt([FIRST, SECOND], 0)
  const { port } = app.server.address() as AddressInfo
  for (const host of [FIRST, SECOND]) {
    const unknown = await exchangeText(port, `GET /api/v1/tasks HTTP/1.1\r\nExpect: a\r\n${HEAD}\r\n`, host)
    t.match(unknown, /^HTTP\/1\.1 417 .*"status":417/s, `${host}: an error of Node has a body`)
    const many = `GET /api/v1/tasks HTTP/1.1\r\n${'a:b\r\n'.repeat(1100)}${HEAD}\r\n`
    t.match(await exchangeText(port, many, host), /^HTTP\/1\.1 200 /, `${host}: headers after the first thousand count`)
  }
})

t.test('a stopping service ends the connections of all addresses', async (t) => {
  const { app } = await startService(t, await ownStore())
  await app.listenAt([FIRST, SECOND], 0)
  const { port } = app.server.address() as AddressInfo
  const silent = connect(port, SECOND)
  const idle = connect(port, SECOND)
  idle.write('GET /api/v1/tasks HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(idle, 'data')
  const closed = Promise.all([once(idle.resume(), 'close'), once(silent.resume(), 'close')])
  await app.close()
  await closed
  t.match(await once(connect(port, SECOND), 'error'), [{ code: 'ECONNREFUSED' }])
})

t.test('an address that the machine does not have is left out, and one in use is an error', async (t) => {
  const { app } = await startService(t, await ownStore())
  await app.listenAt([FIRST, '192.0.2.1'], 0)
  const { port } = app.server.address() as AddressInfo
  t.match(await exchangeText(port, `GET /livez HTTP/1.1\r\n${HEAD}\r\n`), /^HTTP\/1\.1 200 /)

  const other = createServer().listen(0, SECOND)
  await once(other, 'listening')
  t.teardown(() => other.close())
  const second = await startService(t, await ownStore())
  const inUse = (other.address() as AddressInfo).port
  await t.rejects(second.app.listenAt([FIRST, SECOND], inUse), { code: 'EADDRINUSE' })
})

t.test('only localhost has several addresses', async (t) => {
  t.strictSame(await addressesOf('0.0.0.0'), ['0.0.0.0'])
  const found = await addressesOf('localhost')
  t.ok(found.length > 0 && found.every((address) => [FIRST, '::1'].includes(address)), found.join())
})
