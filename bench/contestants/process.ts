import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../test/postgres/server.js'

/** How to start a process: the arguments of Node.js, and the environment. */
export interface Launch {
  args(port: number): string[]
  env: Record<string, string>
  /** A path that it serves. */
  path: string
  /** The only processor core that it may use, on Linux. */
  core?: number
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface Response {
  status: number
  type: string | null
  body: string
}

/** What a process reports about the time between `begin` and `end` (probe.mjs). */
export interface Report {
  /** How long the event loop was busy, in milliseconds. */
  active: number
  /** The same as a share of the time, from 0 to 1. */
  utilization: number
  /** The processor time of all threads, in milliseconds. */
  cpu: number
  /** The processor time of the main thread, in milliseconds, on Linux. */
  mainCpu: number | undefined
  /** The longest block of the event loop in milliseconds, if watched. */
  longest: number | undefined
  /** In bytes. */
  rss: number
}

/** A measured process. */
export interface Running {
  pid: number
  origin: string
  /** A path that it serves. */
  path: string
  /** The time from its start to its first response. */
  milliseconds: number
  send(request: Request): Promise<Response>
  /** Resolves when all earlier requests are done. */
  waitUntilIdle(): Promise<void>
  begin(isWatched: boolean): Promise<void>
  end(): Promise<Report>
  /** Returns the memory in use after a garbage collection, in bytes. The process needs `--expose-gc`. */
  memory(): Promise<number>
  /** Sets the constant responses of the floor, by step. */
  setResponses(responses: readonly Response[]): Promise<void>
  /** Ends it; by default at once. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

const PROBE = new URL('probe.mjs', import.meta.url).href
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const POLL_MILLISECONDS = 2
const START_MILLISECONDS = 30_000

/**
 * Starts a process and waits for its first response. All processes run in production mode without a log, because not
 * all of them would write one.
 *
 * @param hasProbe whether the process can report on its event loop; otherwise only its own code is loaded
 */
export async function start({ args, env, path, core }: Launch, hasProbe = true): Promise<Running> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const command = [process.execPath, ...(hasProbe ? ['--import', PROBE] : []), ...args(port)]
  const [program, ...rest] = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const child = spawn(program as string, rest, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', ...(hasProbe ? ['ipc' as const] : [])],
  })
  const exited = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null

  /** Sends a message to the process; resolves with its reply. */
  async function exchange<T>(message: Record<string, unknown>): Promise<T> {
    const replied = once(child, 'message')
    child.send(message)
    const [reply] = await Promise.race([
      replied,
      exited.then(([code]) => {
        throw new Error(`${args(port).join(' ')} exited with ${code}`)
      }),
    ])
    return reply as T
  }

  const send = (request: Request) => sendTo(origin, request)
  const first: Request = { method: 'GET', path, headers: {} }

  async function waitForResponse(): Promise<void> {
    while (performance.now() - began < START_MILLISECONDS) {
      const response = await send(first).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') throw error
      })
      if (response !== undefined) return
      if (isOver()) throw new Error(`${args(port).join(' ')} exited with ${child.exitCode}`)
      await sleep(POLL_MILLISECONDS)
    }
    throw new Error(`${args(port).join(' ')} does not respond`)
  }

  async function stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (!isOver()) child.kill(signal)
    await exited
  }

  try {
    await waitForResponse()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    pid: child.pid as number,
    origin,
    path,
    milliseconds: performance.now() - began,
    send,
    waitUntilIdle: async () => void (await send(first)),
    begin: async (isWatched) => void (await exchange({ probe: 'begin', isWatched })),
    end: () => exchange<Report>({ probe: 'end' }),
    memory: async () => (await exchange<{ memory: number }>({ probe: 'memory' })).memory,
    setResponses: async (responses) => void (await exchange({ responses })),
    stop,
  }
}

async function sendTo(origin: string, { method, path, headers, body }: Request): Promise<Response> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = startRequest(origin + path, { method, headers, agent: false })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end(body)
  })
  return {
    status: response.statusCode as number,
    type: response.headers['content-type'] ?? null,
    body: (await buffer(response)).toString(),
  }
}
