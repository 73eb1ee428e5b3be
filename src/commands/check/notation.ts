import { VARIANT_NAMES, type VariantName } from '../../contract/names.js'
import { type Api, type RequestOptions, TASK } from './api.js'
import type { Json, Reply } from './exchange.js'
import { Mismatch } from './expect.js'
import { readExpectation } from './expectations.js'
import { multipart, type UploadPart } from './multipart.js'
import { fill, namesIn, readJson, valueAt } from './references.js'

/** A check as its area writes it: its requests, and what the responses must have. */
export interface WrittenCheck {
  name: string
  /** Where the rule is stated, and its scope, such as `spec 4`, `introduction` or `decision 12, v1 v2 current`. */
  source: string
  title: string
  needs: VariantName[]
  waits: boolean
  run(api: Api): Promise<void>
}

/** What a check starts with if its steps refer to it: a value, or steps that name one. */
const FIXTURES: Readonly<Record<string, readonly string[] | ((api: Api) => Json)>> = {
  task: ['POST /tasks +{} as task'],
  other: ['POST /tasks +{} as other'],
  // The specification does not state the body of the response to a new comment.
  comment: ['POST /tasks/{task.id}/comments {text: "A comment"}', 'GET /tasks/{task.id} as comment /comments/0'],
  file: ['POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] as file /0'],
  login: ['POST /auth/login {user} with none as login'],
  second: ['POST /auth/login {user} with none as second'],
  asAdmin: ['POST /auth/login {admin} with none as asAdmin'],
  user: ({ target }) => target.user,
  admin: ({ target }) => target.admin,
  path: ({ path }) => path,
  byId: (api) => api.byId(),
  unknown: () => 987_654_321_987,
}

/** The content of files of a given size, which is repeated. */
const EVERY_BYTE = Buffer.from([...Array(256).keys()])

/** Does a part of a check. `known` has the values of references, and gets that which the step names. */
type Run = (api: Api, known: Record<string, Json>) => Promise<void>

interface Step {
  /** The name that the step gives to a value. */
  as?: string | undefined
  /** The other variants to which it sends requests. */
  variants?: (string | undefined)[]
  run: Run
}

/**
 * Reads checks. A line `name | source | title` starts each one; in the title, single quotes stand for backticks. Its
 * steps follow, in the same line after another bar, or in lines of their own:
 *
 *     keeps-id | spec 2 | PUT keeps the id. | PUT /tasks/{task.id} +{id: 5} → 200 ; /id = {task.id}
 *
 * - After the source, the variants and editions that have the rule can follow: `spec 2, v1 v2 current`.
 * - A request is a method, a path and a body. The names of JSON need no quotes. `+{…}` adds values to those of a valid
 *   task. `files […]` is an upload; `size` stands for a content of so many bytes. `raw …` is sent as it is, and `hex …`
 *   as the bytes of hexadecimal digits. A variant before the method sends the request to that one.
 * - `with x` sends the access token `x`, and `none` sends no token. `with name: value` sends a header.
 * - Requests with ` & ` between them are sent at the same time. The response with the lowest status counts.
 * - A step that starts with an edition is left out in the other.
 * - `as name` names the response, which must be a success unless a status is expected, and `as name /place` a value of
 *   it. `{name.field}` refers to it in later steps. Other names are those of `FIXTURES`.
 * - After an arrow follows what the response must have, as `readExpectation` reads it. A line can start with the arrow.
 *   Without one, the response must be a success.
 * - `CLEAR` deletes all tasks. `WAIT` waits until timestamps differ.
 */
export function readChecks(text: string): WrittenCheck[] {
  const checks: { heading: string[]; lines: string[] }[] = []
  for (const line of text.trim().split(/\n\s*(?!\s*→)/)) {
    const [name = '', source = '', title, ...steps] = line.trim().split(' | ')
    if (title === undefined) checks.at(-1)?.lines.push(line)
    else checks.push({ heading: [name, source, title], lines: steps })
  }
  return checks.map(({ heading: [name = '', source = '', title = ''], lines }) => {
    const steps = lines.map(readStep)
    const run = inOrder(lines, steps)
    return {
      name,
      source,
      title: title.replaceAll("'", '`'),
      needs: VARIANT_NAMES.filter((name) => steps.some(({ variants }) => variants?.includes(name))),
      waits: lines.includes('WAIT'),
      run: (api) => run(api, {}),
    }
  })
}

/** Returns what prepares the fixtures of some lines, and then does their steps. */
function inOrder(lines: readonly string[], steps: readonly Step[]): Run {
  const named = steps.map(({ as }) => as)
  const fixtures = namesIn(lines.join()).filter((name) => Object.hasOwn(FIXTURES, name) && !named.includes(name))
  return async (api, known) => {
    for (const name of fixtures) {
      const fixture = FIXTURES[name] ?? []
      if (Object.hasOwn(known, name)) continue
      if (typeof fixture === 'function') known[name] = fixture(api)
      else await inOrder(fixture, fixture.map(readStep))(api, known)
    }
    for (const { run } of steps) await run(api, known)
  }
}

function readStep(line: string): Step {
  if (line === 'CLEAR') return { run: (api) => api.clear() }
  if (line === 'WAIT') return { run: (api) => api.waitForNextSecond() }
  const [sent = '', ...after] = line.split(/\s+→ /)
  const [, edition, requests = '', as, place = ''] =
    /^(?:(current|earlier) )?(.+?)(?: as (\w+)(?: (\/\S+))?)?$/s.exec(sent) ?? []
  const request = requests.split(' ', 2).join(' ')
  const sends = requests.split(/ & (?=[A-Z]+ \/)/).map((request) => readRequest(request, line))
  const texts = after.flatMap((each) => each.split(' ; '))
  const expected = texts.map(readExpectation)
  const isStatusExpected = texts.some((each) => /^(any|\d+|statuses .+)$/.test(each))
  const mustSucceed = texts.length === 0 || (as !== undefined && !isStatusExpected)
  return {
    as,
    variants: sends.map(({ variant }) => variant),
    async run(api, known) {
      if (edition !== undefined && edition !== api.target.edition) return
      const replies = await Promise.all(sends.map(({ send }) => send(api, known)))
      const { status = 200, text } = replies.find((reply) => mustSucceed && reply.status >= 300) ?? {}
      if (status >= 300) throw new Mismatch(`${request}: a success`, { status, text })
      const [lowest] = replies.sort((a, b) => a.status - b.status) as [Reply]
      if (as !== undefined) known[as] = valueAt(lowest.json, place)
      const reply = { ...lowest, statuses: replies.map(({ status }) => status) }
      for (const meet of expected) meet(reply, known)
    },
  }
}

function readRequest(text: string, line: string) {
  const [sent = '', ...withs] = text.split(' with ')
  const [, variant, method, path, body] =
    /^(?:(v1|v2|buggy) )?(GET|POST|PUT|PATCH|DELETE) (\S+)(?: (.+))?$/s.exec(sent) ?? []
  if (method === undefined || path === undefined) throw new Error(`This is no step of a check: ${line}`)
  return {
    variant,
    send(api: Api, known: Json): Promise<Reply> {
      const given = withs.map((each) => fill(each, known))
      const token = given.find((each) => !/^[\w-]+:/.test(each))
      const named = given.filter((each) => each !== token).map((each) => each.split(/: ?(.*)/s))
      const { headers, ...content } = contentOf(body, known)
      return api.other((variant as VariantName | undefined) ?? api.variant).send(`${method} ${fill(path, known)}`, {
        ...content,
        headers: { ...headers, ...Object.fromEntries(named) },
        ...(token !== undefined && { token: token === 'none' ? null : token }),
      })
    },
  }
}

function contentOf(body: string | undefined, known: Json): RequestOptions {
  const [, kind, content = ''] = /^(raw |hex |files |\+)?(.*)$/s.exec(body ?? '') ?? []
  if (body === undefined) return {}
  if (kind === 'raw ') return { body: fill(content, known) }
  if (kind === 'hex ') return { body: Buffer.from(content, 'hex') }
  if (kind === '+') return { json: { ...TASK, ...readJson(content, known) } }
  if (kind === undefined) return { json: readJson(content, known) }
  const parts: (UploadPart & { size?: number })[] = readJson(content, known)
  return multipart(
    parts.map(({ size, ...part }) => ({ ...part, ...(size && { content: Buffer.alloc(size, EVERY_BYTE) }) })),
  )
}
