import { parse } from '../../../contract/parse.js'
import { equals, expect } from '../build.js'
import type { Expectation, ExposureRequest, Value } from '../exposure.js'
import { isJson, type Target } from './exchange.js'

export type Json = Readonly<Record<string, Value>>

/** What the contract says about what a fault breaks. */
const RULES: Readonly<Record<string, string>> = {
  'search-case': 'A search ignores upper and lower case.',
  'missing-fields': 'A task has all its fields.',
  pagination: 'The numbers of a page fit its list.',
  'date-mix': 'Timestamps are strings in ISO 8601.',
  'wrong-status': 'A request that creates something returns 201.',
  'malformed-json': 'The body is valid JSON.',
  'wrong-content-type': 'The Content-Type is that of JSON.',
  'empty-response': 'The response has a body.',
  'truncated-body': 'The body arrives completely.',
  'stale-read': 'A read shows the last change.',
  'duplicate-item': 'A list has each task once.',
}

/** Members that differ on each board. */
const OWN_TO_BOARD = ['id', 'sortOrder']

const TIMESTAMPS = ['createdAt', 'updatedAt', 'uploadedAt']

/** Returns the rules that faults break, as sentences. */
export function rulesOf(faults: readonly string[]): string {
  return faults.map((fault) => RULES[fault] ?? 'The service responds to every request.').join(' ')
}

/** Expects the media type and the status, which gives the test its title. */
export function surfaceOf({ mediaType, status }: Target, title: string, between: Expectation[] = []): Expectation[] {
  const [type = ''] = mediaType?.split(';') ?? []
  const pattern = `^${type.replaceAll(/[.+*?^$()[\]{}|\\]/g, '\\$&')}`
  return [
    ...(type === '' ? [] : [expect('header:content-type', { matches: pattern }, `the media type is ${type}`)]),
    ...between,
    equals('status', status, title),
  ]
}

/**
 * Expects the response to a request. If it can have hidden faults, only the values count that the request has, too.
 *
 * @param stored the values of the task that the test creates before
 */
export function expectationsOf(request: ExposureRequest, target: Target, stored: Json, title: string): Expectation[] {
  const { method, body } = request
  const [path = ''] = request.path.split('?')
  const isRead = method !== 'HEAD' && isJson(target.mediaType) && !path.startsWith('/auth/')
  const json = isRead ? parse<Value>(target.body.text) : undefined
  const sent = body && 'json' in body ? (body.json as Json) : {}
  if (method === 'GET' && path.includes('/attachments/') && target.status === 200) {
    // Some clients read no other body as text.
    const isText = target.isTrusted && target.mediaType?.startsWith('text/')
    const same = expect('bytes', { equals: 'text' }, 'a download has the bytes of the file')
    return surfaceOf(target, title, isText ? [same] : [])
  }
  if (Array.isArray(json)) return surfaceOf(target, title, itemsOf(json as Json[], target))
  if (typeof json !== 'object' || json === null) return surfaceOf(target, title)
  if (target.status >= 400) return surfaceOf(target, title, errorOf(json as Json))
  if (path === '/tasks/summary') return surfaceOf(target, title, countsOf(json as Json, target))
  return surfaceOf(target, title, membersOf(json as Json, target, { ...stored, ...sent }))
}

/** Expects the members of an object that follow from the request or, if nothing is hidden, from the contract. */
function membersOf(json: Json, { isTrusted }: Target, sent: Json): Expectation[] {
  return Object.entries(json).flatMap(([name, value]) => {
    if (TIMESTAMPS.includes(name)) return isTrusted ? [timestamp(`/${name}`)] : []
    if (OWN_TO_BOARD.includes(name) || !isPlain(value)) return []
    if (!isTrusted && JSON.stringify(sent[name]) !== JSON.stringify(value)) return []
    return [equals(`/${name}`, value, `${name} is that of the request, or the default`)]
  })
}

/** Expects the members of the items of a list that an upload returns. */
function itemsOf(items: readonly Json[], { isTrusted }: Target): Expectation[] {
  if (!isTrusted) return []
  return Object.keys(items[0] ?? {}).flatMap((name) => {
    if (TIMESTAMPS.includes(name)) return items.map((_, index) => timestamp(`/${index}/${name}`))
    if (OWN_TO_BOARD.includes(name)) return []
    return [
      equals(
        `/*/${name}`,
        items.map((item) => item[name] ?? null),
        `each file has its ${name}`,
      ),
    ]
  })
}

function errorOf({ status = null, errors }: Json): Expectation[] {
  const fields = Object.keys((errors ?? {}) as Json).filter((name) => /^\w+$/.test(name))
  return [
    ...(typeof status === 'number' ? [equals('/status', status, 'the body has the status')] : []),
    ...fields.map((name) => expect(`/errors/${name}`, { matches: '.' }, `the error names ${name}`)),
  ]
}

/** Expects numbers, which depend on the board. */
function countsOf(json: Json, { isTrusted }: Target): Expectation[] {
  const names = isTrusted ? Object.keys(json).filter((name) => typeof json[name] === 'number') : []
  return names.map((name) => expect(`/${name}`, { greaterThan: -1 }, `${name} is a number`))
}

export function timestamp(at: Expectation['at']): Expectation {
  return expect(at, { matches: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' }, 'timestamps are text in ISO 8601')
}

/** Whether a value has no ids inside. */
export function isPlain(value: Value | undefined): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object')
  return value === null || typeof value !== 'object'
}
