import assert from 'node:assert/strict'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { FAULTS } from '../../src/api/buggy/faults.js'
import { type AppOptions, buildApp } from '../../src/app/app.js'
import type { TestingOptions } from '../../src/app/app-options.js'
import { failOnBreaches, findBreaches, getOrCreate, oraclesOf } from './contract.js'
import { openEmptyStore } from './database.js'
import { loadOtherBoards } from './load.js'
import { type Mount, mountBoard, mountNewBoard, TEST_UNDER_LOAD } from './mount.js'

/** The time at which the clock of the tests starts. */
export const START = Date.parse('2026-03-02T08:30:00Z')

/** Rates that switch every fault off. */
export const NO_FAULTS = Object.fromEntries(FAULTS.map(({ name }) => [name, 0]))

/** The names of the faults of the specification. */
export const SPECIFIED = FAULTS.filter(({ rate }) => rate > 0).map(({ name }) => name)

/** A JSON body of any shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
export type Json = any

export interface Reply {
  status: number
  headers: Record<string, string>
  /** The body as JSON, `undefined` if it is not JSON. */
  json: Json
  bytes: Buffer
}

export interface RequestOptions {
  /** A body to be sent as JSON. */
  json?: unknown
  /** A body to be sent as it is. */
  body?: string | Buffer
  headers?: Record<string, string>
  /** An access token. */
  token?: string
  /** Do not check the response, because faults may break the contract. */
  unchecked?: boolean
}

/** The options of a request whose body can also be a stream, which has no length. */
type StreamOptions = Omit<RequestOptions, 'body'> & { body?: string | Buffer | Readable }

export interface Service {
  app: FastifyInstance
  /** The board that requests go to. */
  mount: Mount
  /** The clock of the service. Tests set it. */
  clock: { now: number }
  /** Sends a request like `POST /api/v1/tasks`, and checks the response against the contract. */
  send(request: string, options?: StreamOptions): Promise<Reply>
  /** Returns everything in a response that breaks the contract. */
  breachesOf(method: string, url: string, reply: Reply): string[]
  /** Logs in, and returns the response body. */
  login(username?: string, password?: string): Promise<Json>
  /** Creates a task through v1, and returns it. */
  createTask(values?: object): Promise<Json>
}

/**
 * The time in milliseconds after which services in tests close idle connections. Those of a shared service keep the
 * process running after its last test.
 */
const KEEP_ALIVE_TIMEOUT = 3000

/** The options of a service in a test: those of the application, and among them those that only tests set. */
export type ServiceOptions = Partial<AppOptions> & TestingOptions

/** Leaves out the waits of a service. Services with this option are shared too. */
export const noSleep = async () => {}

/**
 * Starts the service in this process, with a store in memory, a clock that stands still, and no faults. Its waits can be left
 * out with `noSleep`.
 *
 * Without other options, tests share a service, because each start takes 0.1 s: requests to the API then go to a new
 * private board, and the clock starts again. A test that needs the default board, or a service of its own, uses
 * `ownStore`.
 */
export async function startService(t: Test, options: ServiceOptions = {}): Promise<Service> {
  const onBreach: OnBreach = (request, breaches) => failOnBreaches(t, request, breaches)
  if (canShare(options)) return shareService(options, onBreach)
  const service = await openService(options, onBreach)
  t.teardown(() => service.app.close())
  return service
}

/**
 * Does the same without a test.
 *
 * @param onBreach gets every response that breaks the contract
 */
export async function openService(options: ServiceOptions, onBreach: OnBreach): Promise<Service> {
  const clock = { now: START }
  const app = await buildApp({
    store: options.store ?? (await openEmptyStore()),
    clock: () => clock.now,
    rates: NO_FAULTS,
    ...(TEST_UNDER_LOAD && { boardTtl: 1e9 }),
    ...options,
    testing: options,
  })
  app.server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT
  loadOtherBoards(app, onBreach)
  await app.ready()
  return talkTo(app, { clock, mount: await mountBoard(app, options.faultSeed), onBreach, options })
}

/** The options of a service that no other test uses. */
export async function ownStore(): Promise<Pick<AppOptions, 'store'>> {
  return { store: await openEmptyStore() }
}

type OnBreach = (request: string, breaches: string[]) => void

/** The options with which tests share a service: requests to a private board show what they change. */
const SHARED_OPTIONS = ['sleep', 'edition', 'streams']

/** Whether tests with these options can share a service. Those under load have other boards. */
function canShare(options: ServiceOptions): boolean {
  const { sleep } = options
  const isPlain = Object.keys(options).every((name) => SHARED_OPTIONS.includes(name))
  return TEST_UNDER_LOAD === undefined && (sleep === undefined || sleep === noSleep) && isPlain
}

const shared = new Map<string, Promise<Service>>()

async function shareService(options: ServiceOptions, onBreach: OnBreach): Promise<Service> {
  const { sleep, edition, ...others } = options
  const key = JSON.stringify([sleep === noSleep, edition?.name, others])
  const { app, clock } = await getOrCreate(shared, key, () => openShared(options))
  clock.now = START
  tests++
  const remoteAddress = `127.0.${tests >> 8}.${tests & 255}`
  return talkTo(app, { clock, mount: await mountNewBoard(app), onBreach, options, remoteAddress })
}

/** Opens a service that is never closed. Its server must not keep the process running. */
async function openShared(options: ServiceOptions): Promise<Service> {
  const service = await openService(options, () => {})
  service.app.server.unref()
  Object.assign(service.app, {
    close: async () => assert.fail('Other tests use this service. Start one with `ownStore()`'),
  })
  return service
}

/** The number of tests that have shared a service. Each has an address, because rate limits count requests by address. */
let tests = 0

interface Talk extends Pick<Service, 'clock' | 'mount'> {
  onBreach: OnBreach
  options: ServiceOptions
  /** The address from which requests come. */
  remoteAddress?: string
}

/** Sends requests to a service, and checks the responses. */
function talkTo(app: FastifyInstance, { clock, mount, onBreach, options, remoteAddress }: Talk): Service {
  const oracles = oraclesOf(options)
  const breachesOf = (method: string, url: string, reply: Reply) => findBreaches(oracles, method, url, reply)

  async function send(request: string, options: StreamOptions = {}): Promise<Reply> {
    const [method = '', url = ''] = request.split(' ')
    const { json, body, token, unchecked = false } = options
    // The host of a board has its own paths.
    const isToBoardHost = BOARD_HOST.test(options.headers?.host ?? '')
    const response = await app.inject({
      method: method as 'GET',
      url: isToBoardHost ? url : mount.enter(url),
      ...(remoteAddress && { remoteAddress }),
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(json !== undefined && { payload: JSON.stringify(json) }),
      ...(body !== undefined && { payload: body }),
    })
    const headers = response.headers as Record<string, string>
    // Over a connection, Node.js sends no body in response to HEAD.
    const bytes = method === 'HEAD' ? Buffer.alloc(0) : response.rawPayload
    const reply = mount.leave(replyOf(response.statusCode, headers, bytes))
    const checked = isToBoardHost ? `/b/x${url}` : mount.enter(url)
    const breaches = unchecked ? [] : breachesOf(method, checked, reply)
    if (breaches.length > 0) onBreach(`${method} ${url}`, breaches)
    return reply
  }

  return {
    app,
    mount,
    clock,
    send,
    breachesOf,
    login: async (username = 'admin', password = 'admin123') =>
      (await send('POST /api/v2/auth/login', { json: { username, password } })).json,
    createTask: async (values = {}) =>
      (await send('POST /api/v1/tasks', { json: { title: 'A task', status: 'TODO', ...values } })).json,
  }
}

/** A host of a board. */
const BOARD_HOST = /^[a-z2-7]{26}\./i

/** Converts a response of `fetch`. */
export async function readReply(response: Response): Promise<Reply> {
  const headers = Object.fromEntries(response.headers)
  return replyOf(response.status, headers, Buffer.from(await response.arrayBuffer()))
}

/** Creates a reply, with the body parsed if it is JSON. */
export function replyOf(status: number, headers: Record<string, string>, bytes: Buffer): Reply {
  const isJson = headers['content-type']?.startsWith('application/json')
  return { status, headers, bytes, json: isJson ? parse(bytes) : undefined }
}

/** Parses a body. A downloaded attachment can have the media type of JSON without being JSON. */
function parse(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

/** A multipart body of files, and its headers. */
export function multipart(parts: { name?: string; fileName?: string; type?: string; content: string | Buffer }[]) {
  const boundary = 'test-boundary-7MA4YWxk'
  const chunks = parts.flatMap(({ name = 'files', fileName, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  }
}
