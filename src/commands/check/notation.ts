import { isDeepStrictEqual } from 'node:util'
import { type Api, type RequestOptions, TASK, UNKNOWN_ID } from './api.js'
import type { Json, Reply } from './exchange.js'
import { equal, fields, hasFields, holds, isInteger, isTimestamp, Mismatch, matches } from './expect.js'
import { multipart, type UploadPart } from './multipart.js'
import { withOtherSignature } from './tokens.js'

/** A check as its area writes it: its requests, and what the responses must have. */
export interface WrittenCheck {
  name: string
  /** A section of the specification, such as `spec 4`, or a decision, such as `decision 12`. */
  section: string
  title: string
  waits: boolean
  run(api: Api): Promise<void>
}

/** What a check starts with if its steps refer to it. `get` returns another fixture. */
const FIXTURES: Readonly<Record<string, (start: { api: Api; get(name: string): Promise<Json> }) => Json>> = {
  task: ({ api }) => api.create(),
  other: ({ api }) => api.create(),
  comment: async ({ api, get }) => api.comment((await get('task')).id),
  file: async ({ api, get }) => (await api.attach((await get('task')).id, { fileName: 'notes.txt' }))[0],
  login: ({ api }) => api.login(api.user),
  second: ({ api }) => api.login(api.user),
  asAdmin: ({ api }) => api.login(api.admin),
  tampered: async ({ get }) => withOtherSignature((await get('login')).token),
  user: ({ api }) => api.user,
  admin: ({ api }) => api.admin,
  path: ({ api }) => api.path,
  unknown: () => UNKNOWN_ID,
}

interface Step {
  method: string
  path: string
  body: string | undefined
  /** An access token, and headers. */
  withs: string[]
  /** The name of the response. */
  as: string | undefined
  expected: Expectation[]
}

/** Throws a `Mismatch` if a response is not as expected. `known` has the values of references. */
type Expectation = (reply: Reply, known: Json) => void

/**
 * Reads checks. A line `name | section | title` starts each one; in the title, single quotes stand for backticks. Its steps
 * follow, in the same line after another bar, or in lines of their own:
 *
 *     keeps-id | spec 2 | PUT keeps the id. | PUT /tasks/{task.id} +{id: 5} → 200 ; /id = {task.id}
 *
 * - A request is a method, a path and a body. The names of JSON need no quotes. `+{…}` adds values to those of a valid
 *   task. `files […]` is an upload; `size` stands for a content of so many bytes. `raw …` is sent as it is.
 * - `with x` sends the access token `x`, and `none` sends no token. `with name: value` sends a header.
 * - `as name` names the response, which must be a success. `{name.field}` refers to it in later steps. Other names are
 *   those of `FIXTURES`.
 * - After an arrow follows what the response must have, as `readExpectation` reads it. A line can start with the arrow.
 *   Without one, the response must be a success.
 * - `CLEAR` deletes all tasks. `WAIT` waits until timestamps differ.
 */
export function readChecks(text: string): WrittenCheck[] {
  const checks: { heading: string[]; lines: string[] }[] = []
  for (const line of text.trim().split(/\n\s*(?!\s*→)/)) {
    const [name = '', section = '', title, ...steps] = line.trim().split(' | ')
    if (title === undefined) checks.at(-1)?.lines.push(line)
    else checks.push({ heading: [name, section, title], lines: steps })
  }
  return checks.map(({ heading: [name = '', section = '', title = ''], lines }) => {
    const steps = lines.map((line) => (/^[A-Z]+$/.test(line) ? line : readStep(line)))
    const references = [...lines.join().matchAll(/\{(\w+)[.\w]*\}/g)].map(([, reference = '']) => reference)
    const named = steps.map((step) => typeof step !== 'string' && step.as)
    const fixtures = references.filter((each) => Object.hasOwn(FIXTURES, each) && !named.includes(each))
    return {
      name,
      section,
      title: title.replaceAll("'", '`'),
      waits: lines.includes('WAIT'),
      run: (api) => runSteps(api, fixtures, steps),
    }
  })
}

function readStep(line: string): Step {
  const [request = '', ...expected] = line.split(/\s+→ /)
  const [, before = '', as] = /^(.+?)(?: as (\w+))?$/.exec(request) ?? []
  const [sent = '', ...withs] = before.split(' with ')
  const [, method, path, body] = /^(GET|POST|PUT|PATCH|DELETE) (\S+)(?: (.+))?$/s.exec(sent) ?? []
  if (method === undefined || path === undefined) throw new Error(`This is no step of a check: ${line}`)
  return { method, path, body, withs, as, expected: expected.flatMap((each) => each.split(' ; ')).map(readExpectation) }
}

async function runSteps(api: Api, fixtures: readonly string[], steps: readonly (Step | string)[]): Promise<void> {
  const known: Record<string, Json> = {}
  const get = async (name: string) => (known[name] ??= await FIXTURES[name]?.({ api, get }))
  for (const name of fixtures) await get(name)
  for (const step of steps) {
    if (step === 'CLEAR') await api.clear()
    else if (step === 'WAIT') await api.waitForNextSecond()
    else if (typeof step !== 'string') {
      const { method, path, as, expected } = step
      const reply = await api.send(`${method} ${fill(path, known)}`, optionsOf(step, known))
      if (as !== undefined || expected.length === 0) requireSuccess(reply, `${method} ${path}`)
      if (as !== undefined) known[as] = reply.json
      for (const meet of expected) meet(reply, known)
    }
  }
}

function optionsOf({ body, withs }: Step, known: Json): RequestOptions {
  const given = withs.map((each) => fill(each, known))
  const token = given.find((each) => !/^[\w-]+:/.test(each))
  const { headers, ...content } = contentOf(body, known)
  const named = given.filter((each) => each !== token).map((each) => each.split(/: ?(.*)/s))
  return {
    ...content,
    headers: { ...headers, ...Object.fromEntries(named) },
    ...(token !== undefined && { token: token === 'none' ? null : token }),
  }
}

function contentOf(body: string | undefined, known: Json): RequestOptions {
  if (body === undefined) return {}
  if (body.startsWith('raw ')) return { body: fill(body.slice('raw '.length), known) }
  if (body.startsWith('+')) return { json: { ...TASK, ...readJson(body.slice(1), known) } }
  if (!body.startsWith('files ')) return { json: readJson(body, known) }
  const parts: (UploadPart & { size?: number })[] = readJson(body.slice('files '.length), known)
  return multipart(parts.map(({ size, ...part }) => ({ ...part, ...(size && { content: Buffer.alloc(size) }) })))
}

function requireSuccess({ status, text }: Reply, request: string): void {
  if (status >= 300) throw new Mismatch(`${request}: a success`, { status, text })
}

/** Writes the values of references into a text. */
function fill(text: string, known: Json): string {
  return text.replace(/\{([a-z]\w*(?:\.\w+)*)\}/g, (_, reference) => String(valueAt(known, reference.split('.'))))
}

/** Reads JSON with references, whose names need no quotes. */
function readJson(text: string, known: Json): Json {
  const references = /"\{([a-z]\w*(?:\.\w+)*)\}"|\{([a-z]\w*(?:\.\w+)*)\}(?=[,\]}]|$)|\{([a-z]\w*(?:\.\w+)*)\}/g
  const json = text.replace(/([{,] ?)([a-z]\w*):/gi, '$1"$2":').replace(references, (_, quoted, bare, inText) => {
    const value = valueAt(known, (quoted ?? bare ?? inText).split('.'))
    return inText === undefined ? JSON.stringify(value) : JSON.stringify(String(value)).slice(1, -1)
  })
  return JSON.parse(json)
}

/**
 * Reads an expectation:
 *
 * - `201`: the status. `any`: nothing.
 * - `{…}`: the JSON body has these fields, among others.
 * - A place, an operator and a value. Places are `body`, a JSON pointer into it (`*` stands for each item), `text` and
 *   `header name`; `keys` and `sorted` sort the names or the items there. For the operators, see `OPERATORS`.
 */
function readExpectation(text: string): Expectation {
  if (text === 'any') return () => {}
  if (/^\d+$/.test(text)) return ({ status }) => equal({ status }, { status: Number(text) })
  if (text.startsWith('{')) return ({ json }, known) => fields(json, readJson(text, known))
  const [, place = '', order, operator = '', value = ''] =
    /^(\/\S+|body|text|header \S+)(?: (keys|sorted))? (\S+) (.+)$/s.exec(text) ?? []
  const compare = operator === 'is' ? KINDS[value] : OPERATORS[operator]
  if (compare === undefined) throw new Error(`This is no expectation: ${text}`)
  return (reply, known) => {
    const found = placeIn(reply, place, value === 'absent')
    compare(order === 'keys' ? Object.keys(found).sort() : order === 'sorted' ? found.toSorted() : found, value, known)
  }
}

type Compare = (actual: Json, value: string, known: Json) => void

/** Compares a value with JSON, a regular expression, some fields of an object, or the names of its fields. */
const OPERATORS: Readonly<Record<string, Compare>> = {
  '=': (actual, value, known) => equal(actual, readJson(value, known)),
  '≠': (actual, value, known) => holds(!isDeepStrictEqual(actual, readJson(value, known)), `not ${value}`, actual),
  '>': (actual, value, known) => holds(rank(actual) > rank(readJson(value, known)), `more than ${value}`, actual),
  '~'(actual, value, known) {
    const [, pattern = '', flags] = /^\/(.+)\/(\w*)$/.exec(value) ?? []
    matches(actual, new RegExp(fill(pattern, known), flags))
  },
  contains: (actual, value, known) => fields(actual, readJson(value, known)),
  has: (actual, value) => hasFields(actual, value.split(', ')),
}

/** What follows the operator `is`. */
const KINDS: Readonly<Record<string, Compare>> = {
  integer: isInteger,
  timestamp: isTimestamp,
  date: (actual) => holds(!Number.isNaN(Date.parse(actual)), 'an ISO 8601 timestamp', actual),
  absent: (actual) => holds(actual === undefined, 'no such field', actual),
  unique: (actual) => holds(new Set(actual).size === actual.length, 'different values', actual),
}

function placeIn({ json, text, headers }: Reply, place: string, mayLack: boolean): Json {
  if (place === 'text') return text
  if (place.startsWith('header ')) return headers.get(place.slice('header '.length))
  return valueAt(json, place === 'body' ? [] : place.slice(1).split('/'), mayLack)
}

/**
 * Returns the value at a path; for `*`, a list with that of each item.
 *
 * @param mayLack whether the last field of the path may be missing
 */
function valueAt(value: Json, [name, ...rest]: readonly string[], mayLack = false): Json {
  if (name === undefined) return value
  if (name === '*' && Array.isArray(value)) return value.map((item) => valueAt(item, rest, mayLack))
  const isObject = typeof value === 'object' && value !== null
  if (isObject && Object.hasOwn(value, name)) return valueAt(value[name], rest, mayLack)
  if (isObject && mayLack && rest.length === 0) return undefined
  throw new Mismatch(`the field ${name}`, `The field ${name} is missing`, true)
}

/** Orders numbers and timestamps. */
function rank(value: unknown): number {
  return typeof value === 'number' ? value : Date.parse(String(value))
}
