import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { startProcess } from '../../kit/process.js'

const ADMIN_TOKEN = 'the-token-of-the-administrator'

t.test('process: the checks pass on a server with its default limits', async (t) => {
  const server = await startProcess(t, { env: { HOST: '0.0.0.0', ADMIN_TOKEN } })
  const response = await fetch(`${server.base}/boards`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })
  const { baseUrl } = (await response.json()) as { baseUrl: string }
  for (const url of [server.base, baseUrl]) {
    const command = spawn(process.execPath, ['build/src/commands/main.js', 'check', url], { stdio: 'pipe' })
    let output = ''
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (chunk) => (output += chunk))
    t.strictSame(await once(command, 'close'), [0, null], url)
    t.match(output, 'The server limits requests (429)', 'the limits took effect')
  }
})
