import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request as startRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../test/postgres/server.js'

/** What is started: a script, with what follows the name of Node.js, and its environment. */
export interface Launch {
  args(port: number): string[]
  env: Record<string, string>
  /** A path that it answers. */
  path: string
}

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

export interface Answer {
  status: number
  type: string | null
  body: string
}

/** What a process did between `begin` and `end` (probe.mjs): milliseconds, a part of 1, and bytes. */
export interface Report {
  active: number
  utilization: number
  longest: number | undefined
  rss: number
}

/** A process that is measured. */
export interface Running {
  pid: number
  origin: string
  /** A path that it answers. */
  path: string
  /** From its start to its first answer. */
  milliseconds: number
  send(request: Request): Promise<Answer>
  /** Returns when whatever it was asked before is done. */
  settle(): Promise<void>
  begin(isWatched: boolean): Promise<void>
  end(): Promise<Report>
  /** Tells the floor what to answer. */
  setAnswer(answer: Answer): Promise<void>
  stop(): Promise<void>
}

const PROBE = new URL('../probe.mjs', import.meta.url).href
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const POLL_MILLISECONDS = 2
const START_MILLISECONDS = 30_000

/**
 * Starts a process and waits for its first answer. All are production processes without a log: that of the requests
 * would be work that the others do not do.
 *
 * @param hasProbe whether it can tell what its event loop does; without, nothing is loaded that is not its own
 */
export async function start({ args, env, path }: Launch, hasProbe = true): Promise<Running> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [...(hasProbe ? ['--import', PROBE] : []), ...args(port)], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', ...(hasProbe ? ['ipc' as const] : [])],
  })
  const exited = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null

  /** Sends a message to the process; resolves with its answer, which has the same key. */
  async function tell<T>(message: Record<string, unknown>): Promise<T> {
    const answered = once(child, 'message')
    child.send(message)
    const [answer] = await Promise.race([
      answered,
      exited.then(([code]) => {
        throw new Error(`${args(port).join(' ')} has ended with ${code}`)
      }),
    ])
    return answer as T
  }

  const send = (request: Request) => ask(origin, request)
  const first: Request = { method: 'GET', path, headers: {} }

  async function waitForAnswer(): Promise<void> {
    while (performance.now() - began < START_MILLISECONDS) {
      const answer = await send(first).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED') throw error
      })
      if (answer !== undefined) return
      if (isOver()) throw new Error(`${args(port).join(' ')} has ended with ${child.exitCode}`)
      await sleep(POLL_MILLISECONDS)
    }
    throw new Error(`${args(port).join(' ')} does not answer`)
  }

  async function stop(): Promise<void> {
    if (!isOver()) child.kill('SIGKILL')
    await exited
  }

  try {
    await waitForAnswer()
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
    settle: async () => void (await send(first)),
    begin: async (isWatched) => void (await tell({ probe: 'begin', isWatched })),
    end: () => tell<Report>({ probe: 'end' }),
    setAnswer: async (answer) => void (await tell({ answer })),
    stop,
  }
}

async function ask(origin: string, { method, path, headers, body }: Request): Promise<Answer> {
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
