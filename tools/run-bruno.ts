/**
 * Runs committed Bruno collections with its command line, each against a new service without faults:
 * `npm test -- collections`, with `TEST_LENGTH=full` all of them. Also fails if a collection does not match its document.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brunoCollections } from './bruno-files.js'
import { runsCollection } from './documents.js'
import { ADMIN_TOKEN, startService } from './service.js'

const execute = promisify(execFile)
const BRU = fileURLToPath(new URL('node_modules/.bin/bru', import.meta.url))

for (const { name, edition, path, folder, files } of await brunoCollections()) {
  const committed = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file): [path: string, text: string] => [file.replaceAll('\\', '/'), readFileSync(join(folder, file), 'utf8')])
  assert.deepEqual(new Map(committed), files, `${folder} is out of date, run: npm run write -- collections`)
  if (!runsCollection({ name, edition })) continue

  const service = await startService()
  const variables = [`baseUrl=${service.address}${path}`, `adminToken=${ADMIN_TOKEN}`]
  const args = ['run', '-r', '--env', 'local', ...variables.flatMap((variable) => ['--env-var', variable])]
  try {
    const { stdout } = await execute(BRU, args, { cwd: folder })
    console.log(`${name}: ${/Requests.*?(\d.*?) +│/.exec(stdout)?.[1]}`)
  } catch (error) {
    console.error((error as { stdout: string }).stdout)
    process.exitCode = 1
  }
  await service.close()
}
