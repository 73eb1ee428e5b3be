import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** How a command ended. */
export interface Outcome {
  isPassed: boolean
  output: string
}

/**
 * Runs commands with Bash until the first one fails.
 *
 * @param cwd the folder
 * @param env variables, beside those of this process that are not settings of this test run
 */
export async function shell(cwd: string, commands: string, env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  // The settings of this test run are not for other test runners.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|TAP|NODE_)/.test(name))
  const options = { cwd, env: { ...Object.fromEntries(inherited), ...env }, maxBuffer: 2 ** 26 }
  try {
    const { stdout, stderr } = await execute('bash', ['-e', '-c', commands], options)
    return { isPassed: true, output: stdout + stderr }
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return { isPassed: false, output: stdout + stderr }
  }
}
