import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FullResponse } from '../../rules/expected-vs-actual/difference.js'
import { isText } from '../../rules/expected-vs-actual/exchange.js'

/** What the correct service would have sent. The body is empty if there is none. */
export type ExpectedResponse = Required<FullResponse>

/** Passes a response on instead of sending it. No event follows, so hooks that run after a response do not run. */
export function takeResponse(raw: ServerResponse, take: (response: ExpectedResponse) => void): void {
  let status = 0
  let headers: Record<string, string> = {}
  raw.writeHead = (code: number, sent?: unknown) => {
    status = code
    const entries = Object.entries(sent as OutgoingHttpHeaders)
    headers = Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
    return raw
  }
  raw.end = (body?: unknown) => {
    const content = (body ?? '') as string | Buffer
    const hasText = typeof content === 'string' || isText(headers['content-type'])
    take({ status, headers, body: hasText ? String(content) : null, bytes: Buffer.byteLength(content) })
    return raw
  }
}
