/** Installs the packages of a folder that has its own, unless they are installed. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './compile.mjs'

/** Installs the packages in the lock file of a folder: `tools`. */
export function install(folder) {
  if (isInstalled(folder)) return
  const args = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) throw new Error(`npm could not install the packages of ${folder}.`)
}

function isInstalled(folder) {
  const { packages } = read(join(folder, 'package-lock.json'))
  const { packages: installed } = read(join(folder, 'node_modules/.package-lock.json')) ?? {}
  if (installed === undefined) return false
  return Object.entries(packages).every(
    ([path, { version, optional, peer }]) => path === '' || optional || peer || installed[path]?.version === version,
  )
}

function read(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
