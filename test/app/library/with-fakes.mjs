/**
 * Uses the built library while a test runner has replaced globals, and prints the statuses of the responses.
 *
 * The arguments are the kind of replacement, and whether the service starts `before` or `after` it.
 */
import { request } from 'node:http'
import { mock } from 'node:test'
import vm from 'node:vm'

const [kind, when] = process.argv.slice(2)

const FAKES = {
  'mock timers of node:test': () => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] }),
  'time that stands still'() {
    const names = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate']
    for (const name of names) globalThis[name] = () => ({ unref() {} })
    globalThis.Date = class extends Date {
      static now = () => 0
    }
    globalThis.performance = { now: () => 0 }
  },
  'classes of another realm'() {
    globalThis.Uint8Array = vm.runInNewContext('Uint8Array')
  },
}

/** Sends a request with a client that needs no globals. */
function send(method, url, body, type = 'application/json') {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': type }
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode))
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

const { startTaskBoard } = await import('../../../dist/index.js')
const start = () => startTaskBoard({ demoData: true })
const early = when === 'before' ? await start() : undefined
FAKES[kind]()
const service = early ?? (await start())
const { v1, v2 } = service.apis
const file = '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nhello\r\n--b--'
const board = await service.board()
console.log(
  await send('POST', `${v1}/tasks`, '{"title":"A task","status":"TODO"}'),
  await send('GET', `${v1}/tasks?search=task&sort=title`),
  await send('POST', `${v1}/tasks/1/attachments`, file, 'multipart/form-data; boundary=b'),
  await send('GET', `${v1}/tasks/1/attachments/1`),
  await send('POST', `${v2}/auth/login`, '{"username":"user","password":"user123"}'),
  await send('GET', `${board.apis.v1}/tasks`),
)
await service.close()
