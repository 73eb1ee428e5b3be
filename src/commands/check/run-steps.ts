import type { VariantName } from '../../contract/names.js'
import {
  fill,
  isWait,
  namesIn,
  type Resolve,
  readJson,
  readStep,
  type WrittenBody,
  type WrittenRequest,
  type WrittenStep,
} from '../../rules/notation.js'
import { type Api, type RequestOptions, TASK } from './api.js'
import { type Json, Mismatch, type Reply } from './exchange.js'
import { toExpectation } from './expectations.js'
import { multipart, type UploadPart } from './multipart.js'
import { valueAt } from './references.js'

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
type Run = (api: Api, known?: Record<string, Json>) => Promise<void>

/**
 * Returns what prepares the fixtures to which the steps of a check refer, and then does the steps.
 *
 * - The response to a named step, and to one without expectations, must be a success, unless a status is expected.
 * - Of requests at the same time, the response with the lowest status counts.
 */
export function runOf(steps: readonly WrittenStep[]): Run {
  const fixtures = namesIn(steps).filter((name) => Object.hasOwn(FIXTURES, name))
  const runs = steps.flatMap((step) => Array<Run>(step.times).fill(toRun(step)))
  return async (api, known = {}) => {
    for (const name of fixtures) {
      const fixture = FIXTURES[name] ?? []
      if (Object.hasOwn(known, name)) continue
      if (typeof fixture === 'function') known[name] = fixture(api)
      else await runOf(fixture.map(readStep))(api, known)
    }
    for (const run of runs) await run(api, known)
  }
}

function toRun(step: WrittenStep): Run {
  const { when, requests, as, place, expected } = step
  if (step.line === 'CLEAR') return (api) => api.clear()
  if (isWait(step)) return (api) => api.waitForNextSecond()
  const isStatusExpected = expected.some((each) => each.place.startsWith('status'))
  const mustSucceed = expected.length === 0 || (as !== undefined && !isStatusExpected)
  const expectations = expected.map(toExpectation)
  return async (api, known = {}) => {
    if (when !== undefined && when !== api.target.edition) return
    const resolve = (path: string) => valueAt(known, path)
    const replies = await Promise.all(requests.map((request) => send(request, api, resolve)))
    const { status = 200, text } = replies.find((reply) => mustSucceed && reply.status >= 300) ?? {}
    if (status >= 300) throw new Mismatch(`${requests[0]?.method} ${requests[0]?.path}: a success`, { status, text })
    const [lowest] = replies.sort((a, b) => a.status - b.status) as [Reply]
    if (as !== undefined) known[as] = valueAt(lowest.json, place)
    const reply = { ...lowest, statuses: replies.map(({ status }) => status) }
    for (const meet of expectations) meet(reply, resolve)
  }
}

function send({ variant, method, path, body, token, headers }: WrittenRequest, api: Api, resolve: Resolve) {
  const { headers: own, ...content } = body === undefined ? {} : contentOf(body, resolve)
  const named = Object.entries(headers).map(([name, value]) => [name, fill(value, resolve)])
  return api.other((variant as VariantName | undefined) ?? api.variant).send(`${method} ${fill(path, resolve)}`, {
    ...content,
    headers: { ...own, ...Object.fromEntries(named) },
    ...(token !== undefined && { token: token === 'none' ? null : fill(token, resolve) }),
  })
}

function contentOf({ kind, text }: WrittenBody, resolve: Resolve): RequestOptions {
  if (kind === 'raw') return { body: fill(text, resolve) }
  if (kind === 'hex') return { body: Buffer.from(text, 'hex') }
  const json = readJson(text, resolve)
  if (kind === 'json') return { json }
  if (kind === 'task') return { json: { ...TASK, ...json } }
  const parts: (UploadPart & { size?: number })[] = json
  return multipart(
    parts.map(({ size, ...part }) => ({ ...part, ...(size && { content: Buffer.alloc(size, EVERY_BYTE) }) })),
  )
}
