import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { createBoard } from '../kit/board.js'
import { ownStore, startService } from '../kit/helper.js'
import { longTest } from '../kit/long-test.js'

const CLIENTS = 3

/** Connects several clients, each of which sends a request at once, and posts all that they receive. */
const CONNECT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { connect } = require('node:net')
  const { address, port, request, clients, sent } = workerData
  for (let client = 0; client < clients; client++) {
    let received = ''
    const socket = connect(port, address, () => socket.write(request, () => {
      Atomics.add(sent, 0, 1)
      Atomics.notify(sent, 0)
    }))
    socket.on('data', (chunk) => { received += chunk })
    socket.on('error', ({ code }) => { received += code })
    socket.on('close', () => parentPort.postMessage(received))
  }
`

longTest('a stopping service responds to requests on connections that it has not accepted yet', async (t) => {
  const service = await startService(t, await ownStore())
  const { app } = service
  const board = await createBoard(service)
  await app.listenAt(['127.0.0.1', '127.0.0.2'], 0)
  const { port } = app.server.address() as AddressInfo
  const ofBoard = await app.listenAlso('127.0.0.1', 0, board.id)
  const request = 'GET /api/v1/tasks/summary HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const replies: string[] = []
  const targets = [
    ['127.0.0.1', port],
    ['127.0.0.2', port],
    ['127.0.0.1', ofBoard],
  ]
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const workers = targets.map(([address, port]) => {
    const workerData = { address, port, request, clients: CLIENTS, sent }
    return new Worker(CONNECT, { eval: true, workerData }).on('message', (reply) => replies.push(reply))
  })
  const exits = Promise.all(workers.map((worker) => once(worker, 'exit')))
  // This thread is busy until all requests are sent, so it accepts no connection.
  for (let count = 0; count < targets.length * CLIENTS; count = Atomics.load(sent, 0))
    Atomics.wait(sent, 0, count, 5000)
  await app.close()
  await exits
  t.strictSame([...new Set(replies.map((reply) => reply.slice(0, 15)))], ['HTTP/1.1 200 OK'])
  t.equal(replies.length, targets.length * CLIENTS)
  for (const reply of replies) t.match(reply, /^connection: close\r$/im)
})
