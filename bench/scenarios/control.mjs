/**
 * A bare Node.js process that does no work. Its latencies show how busy the machine and the load generator are while the
 * service is measured.
 */
import { createServer } from 'node:http'

const BODY = JSON.stringify({ status: 'ok' })

createServer((_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(BODY)
}).listen(Number(process.env.PORT), '127.0.0.1')
