import type { Fetch } from '../../src/conformance/kit/exchange.js'
import { multipart } from '../../src/conformance/kit/multipart.js'
import { type Json, type Reply, replyOf } from '../../test/helper.js'

/** The content of a file: text, a character and how often it is repeated, or bytes. */
export type Content = string | { repeat: string; times: number } | { base64: string }

/** A part of an upload. */
export interface Part {
  name: string
  fileName?: string
  type?: string
  content: Content
}

/**
 * A request that helps to expose a defect. Texts can contain references to earlier responses: `{{0.id}}` is the field
 * `id` of the response to the first request, and `{{0.token:1}}` the second of the parts of a text that are separated by
 * dots.
 */
export interface Step {
  method: string
  /** The path below the variant. */
  path: string
  /** The account whose access token is sent. */
  as?: 'admin' | 'user'
  /** The access token, if it is not that of an account. */
  bearer?: string
  headers?: Record<string, string>
  /** A body that is sent as JSON. */
  json?: Json
  /** A body that is sent as it is. */
  text?: string
  /** The parts of a body of the type `multipart/form-data`. */
  parts?: Part[]
  /** The time in milliseconds to wait before the request. */
  wait?: number
  /** Send the request at the same time as the one before it. */
  withPrevious?: true
}

/** The published accounts. */
export const ACCOUNTS = {
  admin: { username: 'admin', password: 'admin123' },
  user: { username: 'user', password: 'user123' },
} as const

/** A variant of a new, empty board. */
export interface Place {
  /** The base URL of the variant, without a slash at the end. */
  url: string
  fetch: Fetch
  /** Waits for a number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>
}

/**
 * Sends requests, and returns their responses.
 *
 * @throws if a request refers to something that an earlier response does not have
 */
export async function play(steps: readonly Step[], { url, fetch, wait }: Place): Promise<Reply[]> {
  const replies: Reply[] = []
  const tokens = new Map<string, string>()

  async function tokenOf(account: keyof typeof ACCOUNTS): Promise<string> {
    const known = tokens.get(account)
    if (known !== undefined) return known
    const login: Step = { method: 'POST', path: '/auth/login', json: ACCOUNTS[account] }
    const { token } = (await send(login)).json
    tokens.set(account, token)
    return token
  }

  async function send(step: Step): Promise<Reply> {
    const { method, path, as, bearer, json, text, parts } = step
    const token = as === undefined ? bearer && resolve(bearer, replies) : await tokenOf(as)
    const upload = parts && multipart(parts.map((part) => ({ ...part, content: contentOf(part.content) })))
    const headers: Record<string, string> = {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...upload?.headers,
      ...Object.fromEntries(Object.entries(step.headers ?? {}).map(([name, value]) => [name, resolve(value, replies)])),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const body = json === undefined ? (upload?.body ?? text) : resolve(JSON.stringify(json), replies)
    const response = await fetch(url + resolve(path, replies), { method, headers, body: body ?? null })
    return replyOf(response.status, Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()))
  }

  for (let start = 0; start < steps.length; ) {
    let end = start + 1
    while (steps[end]?.withPrevious) end++
    const group = steps.slice(start, end)
    const milliseconds = group[0]?.wait
    if (milliseconds !== undefined) await wait(milliseconds)
    replies.push(...(await Promise.all(group.map(send))))
    start = end
  }
  return replies
}

function contentOf(content: Content): string | Buffer {
  if (typeof content === 'string') return content
  return 'base64' in content ? Buffer.from(content.base64, 'base64') : content.repeat.repeat(content.times)
}

/** A reference to an earlier response. */
export const REFERENCE = /\{\{(\d+)\.([\w.]+)(?::(\d+))?\}\}/g

function resolve(text: string, replies: readonly Reply[]): string {
  return text.replaceAll(REFERENCE, (reference, index, path, part) => {
    let value = replies[Number(index)]?.json
    for (const name of path.split('.')) value = value?.[name]
    if (part !== undefined) value = String(value).split('.')[Number(part)]
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`There is no ${reference}`)
    return String(value)
  })
}
