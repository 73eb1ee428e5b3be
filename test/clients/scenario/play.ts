/** Plays the scenario: sends the requests of its steps with a client, and compares the responses. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { STATUS_CODES } from 'node:http'
import { parse } from 'yaml'
import { assertMatches, isObject, mapTexts, valueAt } from './match.ts'
import type { Call, DocumentName, Reply, Step, Traits } from './step.ts'

/** The documents, and the files in this folder with the steps that their clients perform. */
const PARTS: Record<DocumentName, string[]> = {
  v1: ['tasks'],
  v2: ['session', 'tasks'],
  buggy: ['tasks'],
  boards: ['boards'],
  'earlier-v1': ['earlier-tasks'],
  'earlier-v2': ['earlier-session', 'earlier-tasks'],
  'earlier-buggy': ['earlier-tasks'],
}

/**
 * Plays the steps of a document.
 *
 * @param call sends a request with the client
 * @param given values for the steps
 * @returns the number of steps
 * @throws with the step that failed
 */
export async function play(
  document: DocumentName,
  call: (call: Call) => Promise<Reply>,
  traits: Traits = {},
  given: Record<string, unknown> = {},
): Promise<number> {
  const typeOfJson = traits.sendsNoMediaTypes ? 'application/octet-stream' : 'application/json'
  const kept: Record<string, unknown> = { ...given, typeOfJson }
  const expectable = (value: unknown) => (traits.mergesNothing ? withoutNothing(value) : value)
  const all = (await Promise.all(PARTS[document].map(read))).flat()
  const steps = all.filter(({ unless }) => unless === undefined || traits[unless] !== true)
  for (const [index, step] of steps.entries()) {
    const { path = [], query = {}, token = kept.token ?? null, send, files } = resolve(step, kept)
    const request = { operation: step.call, token: token as Call['token'], path, query, body: send, files }
    const reply = await call(request)
    const body = mapTexts(reply.body, normalizeMoment)
    try {
      compare(resolve(step, { ...kept, '': body }), { ...reply, body: expectable(body) }, expectable)
    } catch (error) {
      const exchange = `${JSON.stringify(request)} got ${JSON.stringify(reply)}`
      throw new Error(`Step ${index + 1}: ${exchange}`, { cause: error })
    }
    for (const [name, pointer] of Object.entries(step.keep ?? {})) kept[name] = valueAt(body, pointer)
  }
  return steps.length
}

function compare(step: Step, { status, body }: Reply, expectable: (value: unknown) => unknown): void {
  assert.equal(status, step.status ?? step.error)
  if (status === 204) assert.equal(body || null, null)
  if (step.error !== undefined) {
    const { timestamp, message, path, ...rest } = body as Record<string, unknown>
    assertMatches({ timestamp, message }, { timestamp: '<moment>', message: '<text>' }, 'error')
    assert.match(String(path), /^\/(api\/\w+\/|boards|classes)/)
    assert.deepEqual({ ...rest, errors: undefined }, { status, error: STATUS_CODES[status], errors: undefined })
  }
  const expected = { ...(step.body !== undefined && { '': step.body }), ...step.at }
  for (const [pointer, value] of Object.entries(expected)) {
    assertMatches(valueAt(body, pointer), expectable(value), pointer)
  }
  for (const [pointer, value] of Object.entries(step.not ?? {})) assert.notDeepEqual(valueAt(body, pointer), value)
}

async function read(part: string): Promise<Step[]> {
  const text = await readFile(new URL(`${part}.yaml`, import.meta.url), 'utf8')
  return parse(text, { merge: true })
}

/** Replaces references by the values of which they are the names. */
function resolve<T>(value: T, kept: Record<string, unknown>): T {
  const resolved = mapTexts(value, (text) => {
    const [, name, pointer = ''] = /^\$(\w*)((?:\/.*)?)$/.exec(text) ?? []
    if (name === undefined) return text
    if (name !== '' && kept[name] === undefined) throw new Error(`No step has kept $${name}`)
    return valueAt(kept[name], pointer)
  })
  return extend(resolved) as T
}

/** Gives objects the members of the value of their member `$`. */
function extend(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extend)
  if (!isObject(value)) return value
  const { $: base, ...members } = value
  return { ...(base as object), ...Object.fromEntries(Object.entries(members).map(([name, m]) => [name, extend(m)])) }
}

/** Some clients write a moment with an offset in place of the letter, or with a fraction of the second. */
function normalizeMoment(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.0+)?(?:Z|\+00:00)$/, '$1Z')
}

function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNothing)
  if (!isObject(value)) return value ?? undefined
  const members = Object.entries(value).map(([name, member]) => [name, withoutNothing(member)] as const)
  const present = members.filter(([, member]) => member !== undefined)
  return present.length === 0 ? undefined : Object.fromEntries(present)
}
