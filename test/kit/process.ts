import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Test } from 'tap'
import { VARIANTS } from '../../src/api/variants.js'
import { failOnBreaches, findBreaches } from './contract.js'
import { emptyDatabase } from './database.js'
import { type Json, type Reply, type RequestOptions, readReply } from './helper.js'
import { createOracle, type Oracle } from './oracle.js'

/** How a process ended, and its output. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The service as a separate process. */
export interface ServerProcess {
  pid: number
  port: number
  /** The base URL, without a slash at the end. */
  base: string
  /** The lines of its stdout. */
  lines: string[]
  /** Sends a request like `POST /api/v1/tasks`, and checks the response against the contract. */
  send(request: string, options?: RequestOptions): Promise<Reply>
  /** Resolves with the first line of the log that fits, past lines included. */
  waitForLog(fits: (line: Json) => boolean): Promise<Json>
  /** Sends a signal, and waits until the process ends. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
}

export interface ProcessOptions {
  /** If coverage is measured, runs the sources instead of the build, and records the coverage when the process stops. */
  isCovered?: boolean
  env?: Record<string, string>
  args?: string[]
  /** The command that runs it, with its arguments. */
  under?: string[]
  /** Receives what it writes to stderr. */
  onStderr?: (text: string) => void
  /** The descriptors of sockets that are passed to it, as systemd does. */
  sockets?: readonly number[]
}

/** Runs a command as the process that `LISTEN_PID` names. */
const NAMED = ['sh', '-c', 'LISTEN_PID=$$ exec "$@"', 'sh']

/** The commands as users run them. They start faster than the sources. */
export const BUILT_COMMANDS = 'bin/task-board-service.js'
const { PROCESS_COVERAGE } = process.env
/** The commands for processes whose coverage is recorded, if it is measured in this run. */
export const COVERED_COMMANDS = PROCESS_COVERAGE ? 'build/src/commands/main.js' : BUILT_COMMANDS
/** The variables of such a process. */
export const COVERED: Record<string, string> = PROCESS_COVERAGE ? { NODE_V8_COVERAGE: PROCESS_COVERAGE } : {}
/** How long a process may take to log a line that a test waits for, in milliseconds. */
const LOG_TIMEOUT = 30_000
const ROOT = new URL('../..', import.meta.url)

/** Returns the oracles of the committed documents of an edition, which the service publishes with default settings. */
export function oraclesOf(edition = 'current'): Oracle[] {
  const folder = edition === 'current' ? 'openapi' : `openapi/${edition}`
  return VARIANTS.map(({ name }) =>
    createOracle(JSON.parse(readFileSync(new URL(`${folder}/${name}.json`, ROOT), 'utf8'))),
  )
}

async function start(
  t: Test,
  { isCovered = false, env, args = [], under = [], sockets = [], onStderr }: ProcessOptions,
) {
  const database = env?.DATABASE_URL ?? (await emptyDatabase())
  const command = [
    ...under,
    ...(sockets.length > 0 ? NAMED : []),
    process.execPath,
    isCovered ? COVERED_COMMANDS : BUILT_COMMANDS,
    ...args,
  ]
  // `env` keeps tap's loader out of the process, which doubles the time it takes to start.
  const child = spawn('env', [`NODE_OPTIONS=${env?.NODE_OPTIONS ?? ''}`, ...command], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      ...(isCovered && COVERED),
      ...env,
      DATABASE_URL: database,
      ...(sockets.length > 0 && { LISTEN_FDS: `${sockets.length}` }),
    },
    stdio: ['ignore', 'pipe', 'pipe', ...sockets],
  }) as ChildProcessByStdio<null, Readable, Readable>
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk) => stdout.push(chunk))
  child.stderr.on('data', (chunk) => {
    stderr.push(chunk)
    onStderr?.(String(chunk))
  })
  const exit = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => {
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString()
      resolve({ code, signal, stdout: text(stdout), stderr: text(stderr) })
    })
  })
  t.teardown(() => {
    child.kill('SIGKILL')
    return exit
  })
  return { child, exit }
}

/** Runs a command to its end. A command can be two words, such as `database migrate`. */
export async function run(t: Test, command: string, options: ProcessOptions = {}): Promise<Exit> {
  const { exit } = await start(t, { ...options, args: [...command.split(' '), ...(options.args ?? [])] })
  return exit
}

/** Returns a function that sends requests to a base URL, and checks the responses against the contract. */
export function sendTo(t: Test, base: string, oracles: Oracle[]): ServerProcess['send'] {
  return async (request, { json, body, token, headers } = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body !== undefined && { body }),
    })
    const reply = await readReply(response)
    failOnBreaches(t, request, findBreaches(oracles, method, path, reply))
    return reply
  }
}

/** Starts the service in a process of its own, and waits until it listens. */
export async function startProcess(t: Test, options: ProcessOptions = {}): Promise<ServerProcess> {
  const { child, exit } = await start(t, options)
  const oracles = oraclesOf(options.env?.EDITION)
  const lines: string[] = []
  const watchers = new Set<() => void>()
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line)
    for (const watch of watchers) watch()
  })

  function waitForLog(fits: (line: Json) => boolean): Promise<Json> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The process has not logged: ${fits}`)), LOG_TIMEOUT)
      const watch = () => {
        const found = lines.map((line) => JSON.parse(line)).find(fits)
        if (found === undefined) return
        clearTimeout(timer)
        watchers.delete(watch)
        resolve(found)
      }
      watchers.add(watch)
      watch()
      exit.then(({ stderr }) => {
        clearTimeout(timer)
        reject(new Error(`The process has ended: ${stderr}`))
      })
    })
  }

  const { msg } = await waitForLog((line) => /^Server listening at/.test(line.msg))
  const port = Number(new URL(msg.replace('Server listening at ', '')).port)
  const base = `http://127.0.0.1:${port}`
  await waitForLog((line) => /^Documentation: /.test(line.msg))

  return {
    pid: child.pid as number,
    port,
    base,
    lines,
    waitForLog,
    send: sendTo(t, base, oracles),
    stop(signal = 'SIGTERM') {
      child.kill(signal)
      return exit
    },
  }
}

/** Whether a port of this machine refuses connections. */
export function refusesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })
}
