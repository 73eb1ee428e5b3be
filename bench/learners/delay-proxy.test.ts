import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import t from 'tap'
import { startDelayProxy } from './delay-proxy.js'

const DELAY = 20

t.test('a proxy delivers all bytes in order, after the delay of each direction', async (t) => {
  const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const proxy = await startDelayProxy('127.0.0.1', (echo.address() as AddressInfo).port, DELAY)
  t.teardown(() => {
    proxy.close()
    echo.close()
  })
  const client = connect(proxy.port, '127.0.0.1')
  const sent = Buffer.from(Array.from({ length: 500_000 }, (_, index) => index % 251))
  const began = performance.now()
  client.write(sent.subarray(0, 1))
  client.end(sent.subarray(1))
  await once(client, 'readable')
  t.ok(performance.now() - began >= 2 * DELAY)
  t.ok((await buffer(client)).equals(sent))
})
