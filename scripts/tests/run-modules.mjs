/** Runs modules of tests in processes of their own, and prints what fails. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../compile.mjs'

/**
 * Runs modules, the first ones first.
 *
 * @param jobs how many run at the same time
 * @param seconds how long each may take
 * @param isVerbose whether to print the tests that pass, too
 * @returns whether all tests passed
 */
export async function runModules(modules, { jobs, seconds, isVerbose }) {
  const waiting = [...modules]
  let hasFailed = false
  async function runNext() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const start = performance.now()
      const { lines, code } = await runModule(next, seconds, isVerbose)
      if (code !== 0) hasFailed = true
      const duration = ((performance.now() - start) / 1000).toFixed(1)
      const outcome = code === 0 ? 'passed' : `FAILED (${code})`
      console.log([...lines, `# ${basename(next, '.js')} ${outcome} after ${duration} s`].join('\n'))
    }
  }
  await Promise.all(Array.from({ length: jobs }, runNext))
  return !hasFailed
}

async function runModule(module, seconds, isVerbose) {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', module], {
    cwd: ROOT,
    env: { ...process.env, TAP_TIMEOUT: seconds },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: seconds * 1000 + 10_000,
  })
  const stop = () => child.kill()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
  const exited = once(child, 'close')
  const lines = []
  const keeps = createFilter(isVerbose)
  createInterface(child.stdout).on('line', (line) => {
    if (!keeps(line)) return
    if (isVerbose) console.log(line)
    else lines.push(line)
  })
  const [code, signal] = await exited
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  return { lines, code: code ?? signal }
}

/**
 * Returns whether a line of TAP says that a test failed, or why, or is no TAP. If `isVerbose`, keeps also the lines of the
 * tests of the file that passed.
 */
function createFilter(isVerbose) {
  let isDiagnosis = false
  let isFailure = false
  return (line) => {
    if (/^ *---$/.test(line)) isDiagnosis = true
    if (isDiagnosis) {
      if (/^ *\.\.\.$/.test(line)) isDiagnosis = false
      return isFailure
    }
    isFailure = /^ *not ok /.test(line)
    if (isFailure) return true
    return isVerbose && /^ok /.test(line) ? true : !/^ *(ok |#|\d+\.\.\d+|TAP version|$)/.test(line)
  }
}
