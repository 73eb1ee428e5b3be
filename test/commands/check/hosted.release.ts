import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { startProcess } from '../../kit/process.js'

/** Low, so that also a busy machine reaches it. */
const BOARD_RATE = '10'
/** One area is enough, because each check waits. */
const CHECKS = ['--variant', 'v1', '--only', 'create/*']
const ADMIN_TOKEN = 'the-token-of-the-administrator'

t.test('process: the checks pass on a server that limits requests', async (t) => {
  const server = await startProcess(t, { env: { HOST: '0.0.0.0', ADMIN_TOKEN, BOARD_RATE } })
  const response = await fetch(`${server.base}/boards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  const { baseUrl } = (await response.json()) as { baseUrl: string }
  for (const url of [server.base, baseUrl]) {
    const command = spawn(process.execPath, ['build/src/commands/main.js', 'check', url, ...CHECKS], { stdio: 'pipe' })
    let output = ''
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk))
    t.strictSame(await once(command, 'close'), [0, null], url)
    t.match(output, 'The server limits requests (429)', 'the limits took effect')
  }
})
