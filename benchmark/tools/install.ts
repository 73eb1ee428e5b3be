import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the project. */
export const ROOT = join(import.meta.dirname, '../..')

/** The folder of everything that the benchmark writes and that is not committed, relative to the root. */
export const WORK = '.benchmark'

/** The environment of the Python packages, relative to the root. */
export const VENV = `${WORK}/venv`

/**
 * Runs a command in the root of the project. It must succeed.
 *
 * @throws Error if it does not, or if its program is not installed
 */
export function mustRun(command: readonly [file: string, ...args: string[]], env: Record<string, string> = {}): void {
  mkdirSync(join(ROOT, WORK), { recursive: true })
  const [file, ...args] = command
  const { status, error } = spawnSync(file, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    throw new Error(`"${file}" is not installed. This command needs it: ${command.join(' ')}`)
  }
  if (status !== 0) throw error ?? new Error(`This command failed: ${command.join(' ')}`)
}

/** Installs the npm packages of a folder. */
export function installNpm(folder: 'tools' | 'benchmark/tools'): void {
  mustRun(['npm', 'install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Installs the Python packages. */
export function installPython(): void {
  if (!existsSync(join(ROOT, VENV))) mustRun(['python3', '-m', 'venv', VENV])
  mustRun([`${VENV}/bin/pip`, 'install', '--quiet', '--requirement', 'benchmark/tools/requirements.txt'])
}

/** Builds a Rust program with the versions of its own lockfile, unless it is installed. This takes minutes. */
export function installCargo(name: string, version: string): void {
  mustRun(['cargo', 'install', name, '--version', version, '--locked', '--root', `${WORK}/cargo`])
}

/** Returns the versions of npm packages that a `package.json` pins. */
export function npmVersions(
  folder: 'tools' | 'benchmark/tools' | 'test/clients',
  names: readonly string[],
): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
  const all = { ...dependencies, ...devDependencies }
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}

/** Returns the versions of Python packages that `requirements.txt` pins. */
export function pythonVersions(names: readonly string[]): Record<string, string> {
  const lines = readFileSync(join(ROOT, 'benchmark/tools/requirements.txt'), 'utf8').split('\n')
  const all = Object.fromEntries(lines.map((line) => line.split('==')))
  return Object.fromEntries(names.map((name) => [name, all[name]]))
}
