import {
  fill,
  isWait,
  namesIn,
  readJson,
  readRules,
  readStep,
  type WrittenBody,
  type WrittenExpectation,
  type WrittenRequest,
  type WrittenStep,
} from '../notation.js'
import { deleteTask, file, TASK, UNKNOWN_ID } from './build.js'
import type { Body, Case, Cases, Expectation, ExposureRequest, Matcher } from './exposure.js'

/** The time in milliseconds after which a timestamp with whole seconds is different. */
const NEXT_SECOND = 1100

/** The steps that come first if others refer to their responses, and none has the name. */
const FIXTURES: readonly (readonly [name: string, line: string])[] = [
  ['task', 'POST /tasks +{} as task'],
  ['comment', 'POST /tasks/{task.id}/comments {text: "A comment"} as comment'],
  ['files', 'POST /tasks/{task.id}/attachments files [{fileName: "notes.txt"}] as files'],
  ['login', 'POST /auth/login {username: "{user.username}", password: "{user.password}"} with none as login'],
]

/** What references stand for that name no response. */
const NAMES: Readonly<Record<string, string>> = { path: '{basePath}', unknown: UNKNOWN_ID, run: '{run}' }

/**
 * Reads exposures in the notation of `readRules`. The scope is `v1`, or `v2` for a defect that only v2 has, and `alone` if
 * nothing else may happen on the board. The title is what the correct service does, as a clause: the reason of the last
 * expectation.
 *
 * - `with admin` and `with user` send the token of an account.
 * - `{path}` is the path of the variant, `{unknown}` an id that nothing has, `{run}` a text that differs in each run, and
 *   `{token.^0}` the first of the parts of a value that dots separate.
 * - Named tasks that the steps create, and do not delete, are deleted at the end.
 */
export function readExposures(text: string): Cases {
  return Object.fromEntries(readRules(text).map(({ name, scope, title, steps }) => [name, toCase(scope, title, steps)]))
}

function toCase(scope: string, title: string, written: readonly WrittenStep[]): Case {
  const [variant, board = 'any'] = scope.split(' ') as ['v1' | 'v2', 'alone'?]
  let all = [...written]
  for (const [name, line] of FIXTURES.toReversed()) if (namesIn(all).includes(name)) all = [readStep(line), ...all]
  const last = all.findLast(({ expected }) => expected.length > 0)?.expected.at(-1)
  const steps = all.flatMap((step, index) => {
    const { when, as, times, requests, expected } = step
    if (isWait(step) || when === 'finally') return []
    const [first, ...others] = requests.map(toRequest) as [ExposureRequest, ...ExposureRequest[]]
    return {
      ...(as !== undefined && { as }),
      ...(all[index - 1]?.line === 'WAIT' && { after: NEXT_SECOND }),
      send: others.length === 0 ? first : [first, ...others],
      ...(times > 1 && { times }),
      ...(expected.length > 0 && {
        expect: expected.map((each) => toExpectation(each, each === last ? title : undefined)),
      }),
    }
  })
  const cleanUp = all.flatMap(({ when, requests }) => (when === 'finally' ? requests : []))
  return { variant, board, steps, cleanUp: [...leftTasks(all).map(deleteTask), ...cleanUp.map(toRequest)] }
}

/** Returns the names of the created tasks that no later step deletes. */
function leftTasks(steps: readonly WrittenStep[]): string[] {
  return steps.flatMap(({ as = '', requests }, index) => {
    const isCreation = requests.some(({ method, path }) => method === 'POST' && path === '/tasks')
    const deletions = ['/tasks', `/tasks/{${as}.id}`]
    const later = steps.slice(index + 1).flatMap((step) => step.requests)
    const isDeleted = later.some(({ method, path }) => method === 'DELETE' && deletions.includes(path))
    return as !== '' && isCreation && !isDeleted ? [as] : []
  })
}

function toRequest({ method, path, body, token, headers }: WrittenRequest): ExposureRequest {
  const isAccount = token === 'none' || token === 'admin' || token === 'user'
  return {
    method,
    path: toText(path),
    ...(body !== undefined && { body: toBody(body) }),
    ...(token !== undefined && { auth: isAccount ? token : { token: toText(token) } }),
    ...(Object.keys(headers).length > 0 && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)])),
    }),
  }
}

function toBody({ kind, text }: WrittenBody): Body {
  if (kind === 'raw') return { text: toText(text) }
  const json = toValue(text)
  if (kind === 'json') return { json }
  if (kind === 'task') return { json: { ...TASK, ...json } }
  return {
    form: json.map(({ fileName, size, content }: { fileName: string; size?: number; content?: string }) =>
      file(fileName, size === undefined ? content : { repeat: 'x', times: size }),
    ),
  }
}

function toExpectation({ place, order, operator, value, because }: WrittenExpectation, title?: string): Expectation {
  const at = place.replace('header ', 'header:').replace('statuses', 'status') as Expectation['at']
  const reason = place === 'status' ? `the status is ${value}` : 'the body is JSON'
  return { at, is: toMatcher(place, order, operator, value), because: because ?? title ?? reason }
}

function toMatcher(place: string, order: string | undefined, operator: string, value: string): Matcher {
  if (operator === '~') return { matches: toText(value.slice(1, -1)) }
  if (value === 'unique') return { unique: true }
  if (operator === '>') return { greaterThan: toValue(value) }
  if (place === 'statuses' || order === 'sorted') {
    return { sameItems: toValue(value), ...(place.startsWith('header ') && { split: ', ' }) }
  }
  const [, equals = value, plus] = /^(.+) \+ (\d+)$/.exec(value) ?? []
  return { equals: toValue(equals), ...(plus !== undefined && { plus: Number(plus) }) }
}

/** Returns a text with the references of exposures. */
function toText(text: string): string {
  return fill(text, inText)
}

/** Reads JSON with the references of exposures. */
function toValue(text: string) {
  return readJson(text, (path) => ({ $: path.replaceAll('.', '/') }), inText)
}

function inText(path: string): string {
  return NAMES[path] ?? `{${path.replaceAll(/\.(?!\^)/g, '/').replace('.^', '.')}}`
}
