import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import t from 'tap'
import { ADMIN_TOKEN } from './boards/board.js'
import { startService } from './helper.js'

const run = promisify(execFile)
const page = readFileSync(new URL('../docs/training.md', import.meta.url), 'utf8')

/** Stands in for jq, which the page is written for, where it may not be installed. */
const JQ = `#!/bin/sh\nexec "${process.execPath}" "${new URL('jq.mjs', import.meta.url).pathname}" "$@"\n`

t.test(
  'every command of docs/training.md runs, one after the other, and answers what is shown',
  async (t) => {
    const { app } = await startService(t, {
      clock: Date.now,
      rates: {},
      sleep: async () => {},
      boards: { adminToken: ADMIN_TOKEN },
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const folder = t.testdir({ bin: { jq: JQ } })
    await run('chmod', ['+x', `${folder}/bin/jq`])
    const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind = '', text = '']) => ({
      kind,
      text,
    }))
    const commands = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text)
    const answers = blocks.filter(({ kind }) => kind === 'text' || kind === 'json').map(({ text }) => text)
    const script = commands
      .map((command) => `${command}\necho '--'`)
      .join('\n')
      .replaceAll('http://127.0.0.1:3000', address)
    const { stdout, stderr } = await run('bash', ['-e', '-c', script], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}/bin:${process.env.PATH}` },
    })
    t.equal(stderr, '')
    const outputs = stdout.split('--\n').map((output) => output.trim())
    t.ok(answers.length >= 10)
    t.strictSame(
      outputs.filter((output) => output !== ''),
      answers.map((answer) => answer.trim()),
    )
  },
)
