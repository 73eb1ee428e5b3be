import { mkdirSync } from 'node:fs'
import t from 'tap'
import { installPackage } from './installed.js'

const SCRIPT = `
import { startTaskBoard } from 'task-board-service'
const service = await startTaskBoard({ demoData: true })
const { totalElements } = await (await fetch(service.apis.v1 + '/tasks')).json()
console.log(totalElements)
await service.close()
`

t.test("the library and the command work with Yarn Plug'n'Play", async (t) => {
  const user = await installPackage(t)
  const run = async (command: string) => {
    const output = await user.run(command)
    t.equal(output.code, 0, `${command}: ${output.stdout}${output.stderr}`)
    return output.stdout
  }
  await run('npm install --no-save --no-audit --no-fund @yarnpkg/cli-dist@4')
  const registry = (await run('npm config get registry')).trim()
  mkdirSync(`${user.folder}/pnp`)
  user.write('pnp/package.json', JSON.stringify({ name: 'pnp', private: true }))
  user.write('pnp/yarn.lock', '')
  user.write(
    'pnp/.yarnrc.yml',
    [
      'nodeLinker: pnp',
      'enableTelemetry: false',
      'cacheFolder: ./cache',
      'enableGlobalCache: false',
      `npmRegistryServer: ${JSON.stringify(registry)}`,
      `unsafeHttpWhitelist: ${JSON.stringify([new URL(registry).hostname])}`,
    ].join('\n'),
  )
  user.write('pnp/script.mjs', SCRIPT)
  const yarn = 'cd pnp && node ../node_modules/@yarnpkg/cli-dist/bin/yarn.js'
  await run(`${yarn} add task-board-service@file:${user.tarball}`)
  t.equal(await run(`${yarn} node script.mjs`), '20\n')
  const { found, interrupt } = await user.start(
    `bash -c '${yarn} task-board-service --port 0 --database-url sqlite::memory:'`,
    /(http:\S+)\/docs"/,
  )
  for (const path of ['/api/v1/tasks', '/docs/static/swagger-ui-bundle.js', '/metrics']) {
    t.equal((await fetch(found + path)).status, 200, path)
  }
  await interrupt()
})
