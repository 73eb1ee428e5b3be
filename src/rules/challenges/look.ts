import { hash } from 'node:crypto'
import { isObject } from '../../contract/parse.js'
import type { Fields, Observed } from './observed.js'

/** Returns a JSON object, or an empty one for other values. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Returns the objects in a JSON list; none for other values. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

/** Returns the tasks in the response with a list. */
export function tasksIn({ received }: Observed): Fields[] {
  return listOf(fieldsOf(received).content)
}

/** Returns the length of a text in characters; 0 for other values. */
export function lengthOf(value: unknown): number {
  return typeof value === 'string' ? [...value].length : 0
}

/** Returns a text; an empty one for other values. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the id of the task in the path, or `false` if there is none. */
export function taskIdIn({ path }: Observed): string | false {
  return /\/tasks\/(\d+)/.exec(path)?.[1] ?? false
}

/** Returns the last id in the path, or `false` if it ends with none. */
export function lastIdIn({ path }: Observed): string | false {
  return /\d+$/.exec(path)?.[0] ?? false
}

/** Returns the id in the response, or `false` if it has none. */
export function idIn(exchange: Observed): string | false {
  // Most responses begin with it, and need not be parsed.
  const [, start] = /^\{"id":(\d+),/.exec(exchange.json) ?? []
  if (start !== undefined) return start
  const { id } = fieldsOf(exchange.received)
  return id === undefined ? false : String(id)
}

/** Returns the first number with this name in the response, without parsing it; `NaN` if there is none. */
export function numberIn({ json }: Observed, name: keyof typeof NUMBERS): number {
  return Number(NUMBERS[name].exec(json)?.[1])
}

// A text in JSON cannot contain a name between two quotes.
const NUMBERS = { sortOrder: /"sortOrder":"?(\d+)/, totalElements: /"totalElements":"?(\d+)/ }

/** Whether the response names a field or a parameter as invalid. */
export function hasErrorFor({ received }: Observed, field: string): boolean {
  return field in fieldsOf(fieldsOf(received).errors)
}

/** Whether the message of an error contains a text. */
export function hasMessage({ received }: Observed, part: string): boolean {
  return textOf(fieldsOf(received).message).includes(part)
}

/** Returns the text of a task that a search looks at: the title, the description and the labels. */
export function searchedText({ title, description, labels }: Fields): string {
  return [title, description, labels].flat().map(textOf).join('\n')
}

/** Whether a request says that its body is JSON. */
export function isJson({ sentHeader }: Observed): boolean {
  return /^application\/json *(;|$)/i.test(sentHeader('content-type') ?? '')
}

/** Whether a text contains a character outside of ASCII. */
export function hasOtherThanAscii(text: string): boolean {
  return [...text].some((character) => character > '\x7f')
}

/** Returns a short text that stands for a long or secret one. */
export function fingerprint(text: string | Uint8Array): string {
  return hash('sha256', text, 'base64url').slice(0, 12)
}

/** Returns keys for the checklist items of the task in the response, if the request and it have this number of items. */
export function itemKeys(exchange: Observed, count: number): string[] {
  if (listOf(exchange.sent.checklistItems).length !== count) return []
  const { id, checklistItems } = fieldsOf(exchange.received)
  const items = listOf(checklistItems)
  return items.length === count ? items.map((item) => `${id} ${item.id}`) : []
}

/** Returns a key for the access token of a request; nothing if it has none. */
export function sentToken({ sentHeader }: Observed): string | false {
  const token = /^bearer +(\S+)$/i.exec(sentHeader('authorization') ?? '')?.[1]
  return token !== undefined && fingerprint(token)
}

/** Returns a key for an attempt: its method, its target, and its JSON body, unless that has not arrived. */
export function attemptOf({ method, path, query, sentHash }: Observed, body = sentHash): string {
  return `${method} ${fingerprint(`${path}?${query} ${body}`)}`
}

/** The keys of exchanges. Several challenges need them, and hashes take time. */
const repeated = new WeakMap<Observed, string[]>()

/** Returns the keys of the attempts that a request can repeat. */
export function repeatedBy(exchange: Observed): string[] {
  const known = repeated.get(exchange)
  if (known !== undefined) return known
  const bodies = [...new Set([exchange.sentHash, ''])]
  const keys = bodies.map((body) => attemptOf(exchange, body))
  repeated.set(exchange, keys)
  return keys
}

/** Returns a path without its variant, and with an id at its end. */
export function pathBelow(path: string, ...ids: readonly unknown[]): string {
  return [path.replace(/^\/api\/[^/]*/, ''), ...ids].join('/')
}
