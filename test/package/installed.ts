import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Test } from 'tap'

const execute = promisify(execFile)
export const ROOT = join(import.meta.dirname, '../..')

/** The major version of Node.js that runs the package, by default the one that runs the tests. */
const { PACKAGE_NODE } = process.env

/** The output of a process that has ended. */
export interface Output {
  code: number
  stdout: string
  stderr: string
}

/** A running command. */
export interface Started {
  /** The lines of its output. */
  lines: string[]
  /** The group of the pattern in the line. */
  found: string
  /** Sends SIGINT to the command and its child processes, as Ctrl+C in a terminal does, and waits for their end. */
  interrupt(): Promise<void>
  /** Kills the command and its child processes with SIGKILL. */
  kill(): Promise<void>
}

/** A folder in which the packed package is installed, as a new user would install it. */
export interface Installation {
  folder: string
  /** The packed file. */
  tarball: string
  /** What npm printed about the installation. */
  warnings: string
  /** Runs a command of a shell to its end. */
  run(command: string): Promise<Output>
  /** Starts a command of a shell, and waits for a line of its output. */
  start(command: string, line: RegExp): Promise<Started>
  /** Writes a file. */
  write(name: string, text: string): void
}

/** Packs the project, and installs the packed file in an empty folder without running scripts of packages. */
export async function installPackage(t: Test): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const env = await createEnvironment()
  const pack = ['pack', '--json', '--pack-destination', folder]
  const { stdout } = await execute('npm', pack, { cwd: ROOT, env: { ...env, npm_config_loglevel: 'silent' } })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')))
  const tarball = join(folder, filename)

  const run: Installation['run'] = async (command) => {
    const options = { cwd: folder, env, maxBuffer: 2 ** 26 }
    try {
      return { code: 0, ...(await execute('bash', ['-o', 'pipefail', '-c', command], options)) }
    } catch (error) {
      return error as Output
    }
  }
  const write: Installation['write'] = (name, text) => writeFileSync(join(folder, name), text)

  async function start(command: string, line: RegExp) {
    // The command and its child processes are a group of their own, as in a terminal.
    const child = spawn('bash', ['-c', `exec ${command}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const closed = once(child, 'close')
    const end = (signal: NodeJS.Signals) => process.kill(-(child.pid as number), signal)
    let isClosed = false
    child.once('close', () => {
      isClosed = true
    })
    t.teardown(() => isClosed || end('SIGKILL'))
    const lines: string[] = []
    const found = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (text) => {
        lines.push(text)
        const match = line.exec(text)
        if (match !== null) resolve(match[1] ?? match[0])
      })
      child.once('close', () => reject(new Error(`${command} has ended: ${lines.join('\n')}`)))
    })
    const endWith = async (signal: NodeJS.Signals) => {
      end(signal)
      await closed
    }
    return { lines, found, interrupt: () => endWith('SIGINT'), kill: () => endWith('SIGKILL') }
  }

  write('package.json', JSON.stringify({ name: 'user', private: true, type: 'commonjs' }))
  // Without scripts, nothing can be compiled or downloaded.
  const install = `npm install --engine-strict --ignore-scripts --prefer-offline --no-audit --no-fund ./${filename}`
  const { code, stderr: warnings } = await run(install)
  if (code !== 0) throw new Error(warnings)
  return { folder, tarball, warnings, run, start, write }
}

/** Returns the environment of a new user: no settings of npm from this process, and the Node.js that is to be tested. */
async function createEnvironment(): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|TAP|NODE_(OPTIONS|ENV|V8_COVERAGE)$)/.test(name),
  )
  // Some test runners write colours also without a terminal.
  const env: NodeJS.ProcessEnv = { ...Object.fromEntries(inherited), NO_COLOR: '1' }
  if (PACKAGE_NODE === undefined) return env
  const args = ['--yes', `node@${PACKAGE_NODE}`, '-p', 'process.execPath']
  const { stdout } = await execute('npx', args, { env })
  return { ...env, PATH: `${dirname(stdout.trim())}${delimiter}${env.PATH}` }
}
