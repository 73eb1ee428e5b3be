import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The first line of a file in a code block, with its name. */
const FILE_NAME = /^(?:\/\/|#|<!--) (\S+)(?: -->)?\n/

/** The time in milliseconds after which a command fails. Builds of Rust are slow. */
const TIMEOUT = 1_200_000

/** Returns what the last command of each section prints, as docs/clients.md says. */
export async function documentedOutput(): Promise<string> {
  const text = await readFile(new URL('../../docs/clients.md', import.meta.url), 'utf8')
  const [, output] = /it prints `(.+?)`/.exec(text) ?? []
  if (output === undefined) throw new Error('docs/clients.md does not say what each section prints')
  return output
}

export interface FollowOptions {
  /** The URL of the service, in place of that in the text. */
  address: string
  /** Other environment variables of the commands. */
  env?: Record<string, string>
  /** Runs a command in place of the shell if it returns `true`. */
  intercept?(line: string, folder: string): Promise<boolean>
}

/**
 * Follows a documentation page: writes the files of its code blocks to a folder, and runs its commands there.
 *
 * @returns the output of the last command, without white space around it
 * @throws if a command fails
 */
export async function follow(text: string, folder: string, options: FollowOptions): Promise<string> {
  const { address, env, intercept } = options
  let output = ''
  for (const [, language, code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```/gms)) {
    const adapted = code.replaceAll('http://127.0.0.1:3000', address)
    if (language !== 'console') {
      const [line = '', name = ''] = FILE_NAME.exec(code) ?? []
      const file = join(folder, name)
      await mkdir(dirname(file), { recursive: true })
      // Comments are not allowed in all formats, and an XML declaration must come first.
      await writeFile(file, adapted.slice(line.length))
      continue
    }
    for (const command of adapted.trim().split('\n')) {
      if ((await intercept?.(command, folder)) !== true) output = await enter(command, folder, env)
    }
  }
  return output.trim()
}

/** Runs a command in a shell, and returns its output. */
async function enter(line: string, folder: string, env: Record<string, string> = {}): Promise<string> {
  // npm passes its settings to child processes, including the folder of the package.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const { stdout } = await run('sh', ['-c', line], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...env },
    timeout: TIMEOUT,
    maxBuffer: 2 ** 26,
  })
  return stdout
}
