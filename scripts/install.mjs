/**
 * Installs the packages of a folder with its own `package.json`, unless they are those of its lockfile:
 * `node scripts/install.mjs tools`. npm alone needs some seconds to find that out.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const OPTIONS = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const [folder = '.'] = process.argv.slice(2)
const installed = modifiedAt('node_modules/.package-lock.json')
if (['package.json', 'package-lock.json'].some((file) => modifiedAt(file) >= installed)) {
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...OPTIONS], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}

/** When a file of the folder was modified, in milliseconds; 0 if it does not exist. */
function modifiedAt(file) {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
