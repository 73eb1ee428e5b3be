/** The plan of a test of an exposure, which all languages share. @module */

import { decisiveOf, requestsOf } from '../describe.js'
import type { Expectation, Exposure, ExposureRequest, Value } from '../exposure.js'

/** A part of a text: a constant text, or something that a test only knows when it runs. */
export type Part = string | RunPart

export type RunPart =
  /** A text that differs in each run, of small letters and digits. */
  | { readonly kind: 'run' }
  /** The path of the base URL. */
  | { readonly kind: 'basePath' }
  /** The name or password of an account of v2, or its password in capital letters. */
  | { readonly kind: 'account'; readonly account: Account; readonly field: 'username' | 'password' | 'PASSWORD' }
  | ValuePart

/** A value in the JSON body of an earlier response, or one of its parts that dots separate. */
export interface ValuePart {
  readonly kind: 'value'
  /** The name of the response. */
  readonly name: string
  readonly pointer: readonly string[]
  readonly part?: number
}

export type Account = 'admin' | 'user'

/** A request of a test. Its `auth` is explicit: `none` in v1. */
export interface PlannedRequest extends ExposureRequest {
  readonly auth: Exclude<ExposureRequest['auth'], undefined>
}

/** A test, before a style prints it. */
export type PlannedTest = ReturnType<typeof planTest>
export type PlannedStep = PlannedTest['steps'][number]

const MARKED = /\{(run|basePath|\w+\/[^{}\s"]+?)(?:\.(\d+))?\}/

/**
 * Prepares a test for a style.
 *
 * @param variant the variant that the test calls. An exposure of v1 is also a test of v2, whose requests need a token
 * @param baseUrl the base URL that the test uses if the environment names none
 */
export function planTest(exposure: Exposure, variant: 'v1' | 'v2', baseUrl = `http://127.0.0.1:3000/api/${variant}`) {
  const simple = withoutUnusedRun(exposure)
  const plan = ({ auth = 'user', ...request }: ExposureRequest): PlannedRequest => ({
    ...request,
    auth: variant === 'v1' ? 'none' : auth,
  })
  const names = new Map<string, number>()
  const text = JSON.stringify(simple)
  const steps = simple.steps.map((step) => {
    const { as = 'response', times = 1, after = 0, expect = [] } = step
    const isUsed = step.as !== undefined || expect.length > 0
    const count = (names.get(as) ?? 0) + (isUsed ? 1 : 0)
    names.set(as, count)
    const isReferred = step.as !== undefined && new RegExp(`[{"]${as}(/|"[}])`).test(text)
    return {
      /** The name of the response, in small letters. Responses that are not used can have the name of another one. */
      name: count <= 1 ? as : `${as}${count}`,
      /** Whether a later step, an expectation or the clean-up reads the JSON body. */
      isRead: isReferred || expect.some(({ at }) => at.startsWith('/')),
      /** One request, or several that are sent at the same time. */
      requests: requestsOf(step).map(plan),
      times,
      /** The time in milliseconds to wait before the request; 0 without a wait. */
      after,
      expect,
    }
  })
  const cleanUp = simple.cleanUp.map(plan)
  const requests = [...steps.flatMap((step) => step.requests), ...cleanUp]
  const title = decisiveOf(exposure).because
  return {
    /** What the correct service does, such as `a task without a priority is MEDIUM`. */
    title,
    /** The title in small letters with hyphens, for names of files. */
    slug: title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
    /** The rule with its source, for the comment. */
    rule: exposure.rule,
    variant,
    baseUrl,
    /** Whether nothing else may happen on the board during the test. */
    isAlone: exposure.board === 'alone',
    /** Whether a text contains `{run}`. */
    hasRun: text.includes('{run}'),
    /** The accounts whose tokens the requests need. */
    accounts: (['admin', 'user'] as const).filter((account) => requests.some(({ auth }) => auth === account)),
    steps,
    cleanUp,
  }
}

/** Whether an expectation about a response needs its JSON body: for the value, or for the value that is expected. */
export function readsBody({ at, is }: Expectation, name: string): boolean {
  return at.startsWith('/') || JSON.stringify(is).includes(`{${name}/`)
}

/** Returns the parts of a text with references. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  for (let rest = text; rest !== ''; ) {
    const found = MARKED.exec(rest)
    if (found === null) return [...parts, rest]
    const [all, reference = '', part] = found
    if (found.index > 0) parts.push(rest.slice(0, found.index))
    parts.push(toPart(reference, part))
    rest = rest.slice(found.index + all.length)
  }
  return parts
}

/** Returns what a reference stands for; `undefined` for another value. */
export function referenceOf(value: Value): ValuePart | undefined {
  if (typeof value !== 'object' || value === null || !('$' in value)) return undefined
  return toPart(String(value.$), undefined) as ValuePart
}

function toPart(reference: string, part: string | undefined): RunPart {
  if (reference === 'run' || reference === 'basePath') return { kind: reference }
  const [name = '', ...pointer] = reference.split('/')
  if (name === 'admin' || name === 'user') {
    return { kind: 'account', account: name, field: pointer[0] as 'username' }
  }
  return { kind: 'value', name, pointer, ...(part !== undefined && { part: Number(part) }) }
}

/** Removes the text that differs in each run, if no list needs it to find the tasks of the run. */
function withoutUnusedRun(exposure: Exposure): Exposure {
  const paths = exposure.steps.flatMap((step) => requestsOf(step).map(({ path }) => path))
  if (paths.some((path) => path.includes('{run}'))) return exposure
  return JSON.parse(JSON.stringify(exposure).replaceAll(' {run}', ''))
}
