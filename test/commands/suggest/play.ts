import { isDeepStrictEqual } from 'node:util'
import type { Fetch } from '../../../src/commands/check/exchange.js'
import { multipart } from '../../../src/commands/check/multipart.js'
import type {
  Bytes,
  Case,
  Expectation,
  ExposureRequest,
  Matcher,
  Reference,
  Step,
  Value,
} from '../../../src/rules/exposures/exposure.js'
import { type Json, type Reply, replyOf } from '../../kit/helper.js'

/** The published accounts. */
const ACCOUNTS = {
  admin: { username: 'admin', password: 'admin123', PASSWORD: 'ADMIN123' },
  user: { username: 'user', password: 'user123', PASSWORD: 'USER123' },
}

/** A variant of a board. */
export interface Place {
  /** The base URL of the variant, without a slash at the end. */
  url: string
  fetch: Fetch
  /** The path of the variant in responses, if it is not that of the URL. */
  basePath?: string
  /** The text that `{run}` stands for. By default, each run has another one. */
  run?: string
  /** Waits for a number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>
}

/** An expectation that a response did not meet. */
export interface Failure {
  /** The number of the step, counted from 0. */
  step: number
  because: string
  actual: unknown
}

let runs = 0

/**
 * Plays the steps of an exposure, and then deletes what they created.
 *
 * @returns the expectations that were not met, up to the first step with one. A step that refers to something that an
 * earlier response does not have is a failure, too.
 */
export async function playExposure(
  exposure: Pick<Case, 'steps' | 'cleanUp' | 'variant'>,
  place: Place,
): Promise<Failure[]> {
  const player = createPlayer(place, place.url.endsWith('/v2'))
  try {
    for (const [number, step] of exposure.steps.entries()) {
      const failures = await playStep(player, step)
      if (failures.length > 0) return failures.map((failure) => ({ step: number, ...failure }))
    }
    return []
  } finally {
    for (const request of exposure.cleanUp) await player.send(request).catch(ignoreMissing)
  }
}

/** Plays the steps, whatever the responses are. */
export async function playSteps(steps: readonly Step[], place: Place): Promise<void> {
  const player = createPlayer(place, place.url.endsWith('/v2'))
  for (const step of steps) await playStep(player, step)
}

interface Player {
  place: Place
  named: Map<string, Json>
  send(request: ExposureRequest): Promise<Reply>
  resolve(value: Value): Json
}

function createPlayer(place: Place, hasTokens: boolean): Player {
  const named = new Map<string, Json>(Object.entries(ACCOUNTS))
  const { run = `run${(++runs).toString(36)}x`, basePath = new URL(place.url).pathname } = place
  const tokens = new Map<string, Promise<string>>()
  const resolve = (value: Value) => resolveValue(value, named, { run, basePath })

  function tokenOf(account: 'admin' | 'user'): Promise<string> {
    const known = tokens.get(account) ?? logIn(account)
    tokens.set(account, known)
    return known
  }

  async function logIn(account: 'admin' | 'user'): Promise<string> {
    const json = { username: `{${account}/username}`, password: `{${account}/password}` }
    const reply = await send({ method: 'POST', path: '/auth/login', auth: 'none', body: { json } })
    return reply.json.token
  }

  async function authorization({ auth = 'user' }: ExposureRequest): Promise<string | undefined> {
    if (!hasTokens || auth === 'none') return undefined
    return `Bearer ${typeof auth === 'object' ? resolve(auth.token) : await tokenOf(auth)}`
  }

  async function send(request: ExposureRequest): Promise<Reply> {
    const { method, path, headers = {}, body } = request
    const token = await authorization(request)
    const upload =
      body && 'form' in body
        ? multipart(body.form.map((part) => ({ ...part, content: bytesOf(part.content) })))
        : undefined
    const sent = {
      ...(body && 'json' in body && { 'content-type': 'application/json' }),
      ...upload?.headers,
      ...resolve(headers),
      ...(token !== undefined && { authorization: token }),
    }
    const content =
      upload?.body ?? (body && ('json' in body ? JSON.stringify(resolve(body.json)) : (body as { text: string }).text))
    const response = await place.fetch(place.url + resolve(path), { method, headers: sent, body: content ?? null })
    return replyOf(response.status, Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()))
  }

  return { place, named, send, resolve }
}

async function playStep(
  player: Player,
  { as, send, times = 1, after, expect = [] }: Step,
): Promise<Omit<Failure, 'step'>[]> {
  if (after !== undefined) await player.place.wait(after)
  try {
    if (Array.isArray(send)) {
      const replies = await Promise.all(send.map(player.send))
      return check(expect, { status: replies.map(({ status }) => status) }, player)
    }
    let reply: Reply | undefined
    for (let count = 0; count < times; count++) reply = await player.send(send as ExposureRequest)
    if (as !== undefined) player.named.set(as, reply?.json)
    return check(expect, reply as Reply, player)
  } catch (error) {
    ignoreMissing(error)
    return [{ because: (error as Error).message, actual: undefined }]
  }
}

type Checked = Pick<Reply, 'json' | 'headers' | 'bytes' | 'status'> | { status: number[] }

function check(expectations: readonly Expectation[], response: Checked, player: Player): Omit<Failure, 'step'>[] {
  return expectations.flatMap(({ at, is, because }) => {
    const actual = valueAt(at, response)
    return isMet(actual, is, player) ? [] : [{ because, actual }]
  })
}

function valueAt(at: Expectation['at'], response: Checked): Json {
  if (at === 'status' || !('json' in response)) return response.status
  if (at === 'bytes') return response.bytes
  if (at.startsWith('header:')) return response.headers[at.slice('header:'.length)]
  return pointTo(response.json, at)
}

function isMet(actual: Json, is: Matcher, { resolve }: Player): boolean {
  if ('equals' in is) {
    if (Buffer.isBuffer(actual)) return actual.equals(Buffer.from(bytesOf(is.equals as Bytes)))
    const expected = resolve(is.equals as Value)
    return isDeepStrictEqual(actual, is.plus === undefined ? expected : expected + is.plus)
  }
  if ('sameItems' in is) {
    const items = is.split === undefined ? actual : String(actual).split(is.split)
    return Array.isArray(items) && isDeepStrictEqual(sorted(items), sorted(resolve(is.sameItems)))
  }
  if ('matches' in is) return typeof actual === 'string' && new RegExp(is.matches).test(actual)
  if ('greaterThan' in is) return actual > resolve(is.greaterThan)
  return Array.isArray(actual) && new Set(actual).size === actual.length
}

function sorted(items: Json[]): string[] {
  return items.map((item) => JSON.stringify(item)).sort()
}

class MissingValue extends Error {}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof MissingValue)) throw error
}

/** Returns the value at a JSON pointer. `*` stands for each item. */
function pointTo(value: Json, pointer: string): Json {
  const [name, ...rest] = pointer.split('/').slice(1)
  if (name === undefined) return value
  const below = rest.map((part) => `/${part}`).join('')
  if (name === '*') return Array.isArray(value) ? value.map((item) => pointTo(item, below)) : undefined
  return pointTo(value?.[name], below)
}

const REFERENCE = /\{(run|basePath|\w+\/[^{}\s"]+?)(?:\.(\d+))?\}/g

function resolveValue(value: Value, named: ReadonlyMap<string, Json>, constants: Record<string, string>): Json {
  const lookUp = (reference: string): Json => {
    const [name = '', ...pointer] = reference.split('/')
    const found = pointTo(named.get(name), pointer.map((part) => `/${part}`).join(''))
    if (found === undefined) throw new MissingValue(`There is no ${reference}`)
    return found
  }
  const resolve = (value: Value): Json => {
    if (typeof value === 'string') {
      return value.replaceAll(REFERENCE, (_, reference, part) => {
        const found = String(constants[reference] ?? lookUp(reference))
        return part === undefined ? found : (found.split('.')[Number(part)] ?? '')
      })
    }
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    if ('$' in value) return lookUp((value as Reference).$)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolve(member)]))
  }
  return resolve(value)
}

function bytesOf(content: Bytes): string {
  return typeof content === 'string' ? content : content.repeat.repeat(content.times)
}
