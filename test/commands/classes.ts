import { join } from 'node:path'
import type { Test } from 'tap'
import { runHere } from '../kit/run-here.js'
import { startServer } from './grade/suite.js'

/** Starts a service, and returns a function that runs `class` with it. */
export async function startWithClasses(t: Test) {
  const { service, token } = await startServer(t)
  const folder = t.testdir({ 'names.txt': '\ufeffAda\r\n\r\n  Grace\n' })
  const file = (name: string) => join(folder, name)
  const call = (secret: string | undefined, ...args: string[]) =>
    runHere(t, 'class', {
      args: [...args, '--server', `${service.url}/`],
      env: secret === undefined ? {} : { TRAINER_SECRET: secret, ADMIN_TOKEN: secret },
    })
  return { service, token, file, call, asAdmin: (...args: string[]) => call(token, ...args) }
}

/** The exit code and the one line on stderr of a command that fails. */
export function failureOf({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) {
  return [code, stdout, stderr.replace(/^task-board-service: /, '').replace(/\n$/, '')]
}
