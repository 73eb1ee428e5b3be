import { spawnSync } from 'node:child_process'
import t from 'tap'

const CONNECTIONS = 300

/**
 * Starts the service in a network whose packets are as large as on Ethernet, requests the largest file over many
 * connections that are never read, and prints the memory of the service before and after, in MiB.
 */
const SCRIPT = /* js */ `
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const child = spawn(process.execPath, ['build/src/commands/main.js', '--port', '3000', '--database-url', 'sqlite::memory:', '--log-level', 'warn'])
const memory = () => Number(/VmRSS:\\s+(\\d+)/.exec(readFileSync('/proc/' + child.pid + '/status', 'utf8'))[1]) / 1024
const request = () => fetch('http://127.0.0.1:3000/docs/static/swagger-ui-bundle.js')
while (!(await request().then((response) => response.arrayBuffer(), () => false))) await sleep(50)
const before = memory()
for (let count = 0; count < ${CONNECTIONS}; count++) {
  const socket = connect(3000, '127.0.0.1').pause()
  await once(socket, 'connect')
  socket.write('GET /docs/static/swagger-ui-bundle.js HTTP/1.1\\r\\nHost: localhost\\r\\nAccept-Encoding: ' + process.env.CODING + '\\r\\n\\r\\n')
}
let after = memory()
// The memory is stable when it has not grown for a second.
for (let previous = 0; after > previous + 1; after = memory()) {
  previous = after
  await sleep(1000)
}
const { status } = await request()
child.kill()
console.log(JSON.stringify({ before, after, status }))
process.exit()
`

for (const coding of ['identity', 'gzip', 'br']) {
  t.test(`process: connections that do not read a file (${coding}) take little memory`, (t) => {
    const command = `ip link set lo mtu 1500 up && exec "${process.execPath}" --input-type=module -e "$SCRIPT"`
    const { stdout, stderr } = spawnSync('unshare', ['--net', 'sh', '-c', command], {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin`, SCRIPT, CODING: coding },
      timeout: 120_000,
    })
    t.ok(stdout.length > 0, `the test needs root, unshare and ip: ${stderr}`)
    const { before, after, status } = JSON.parse(stdout.toString())
    t.comment(`${before.toFixed(0)} MiB before, ${after.toFixed(0)} MiB with ${CONNECTIONS} connections`)
    t.equal(status, 200)
    // Each connection takes its buffers for reading a file and for writing, not the file, and no compressor.
    t.ok(after - before < CONNECTIONS * 0.4, `${((after - before) / CONNECTIONS).toFixed(2)} MiB for each connection`)
    t.end()
  })
}
