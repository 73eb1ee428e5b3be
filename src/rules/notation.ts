/** The notation of checks and exposures: requests, and what their responses must have. */

/** A rule as it is written, and its parts. */
export type WrittenRule = ReturnType<typeof readRules>[number]
export type WrittenStep = ReturnType<typeof readStep>
export type WrittenRequest = WrittenStep['requests'][number]
export type WrittenBody = NonNullable<WrittenRequest['body']>
export type WrittenExpectation = WrittenStep['expected'][number]

/**
 * Reads rules. A line `name | scope | title` starts each one. Its steps follow, in the same line after another bar, or in
 * lines of their own:
 *
 *     keeps-id | spec 2 | PUT keeps the id. | PUT /tasks/{task.id} +{id: 5} → 200 ; /id = {task.id}
 *
 * - A request is a method, a path and a body. The names of JSON need no quotes. `+{…}` adds values to those of a valid
 *   task. `files […]` is an upload; `size` stands for a content of so many bytes. `raw …` is sent as it is, and `hex …`
 *   as the bytes of hexadecimal digits. A variant before the method sends the request to that one.
 * - `with x` sends the access token `x`, and `none` sends no token. `with name: value` sends a header.
 * - Requests with ` & ` between them are sent at the same time.
 * - A step that starts with an edition is left out in the other. `21 times` repeats it. One that starts with `finally`
 *   deletes what an exposure has created.
 * - `CLEAR` deletes all tasks. `WAIT` waits until timestamps differ.
 * - `as name` names the response, and `as name /place` a value of it. `{name.field}` refers to it in later steps. With
 *   several names, the step is done once for each: `as first, second`.
 * - After an arrow follows what the response must have, with semicolons between them. A line can start with the arrow.
 *   `any` requires nothing, `201` is the status, `{…}` has fields of the JSON body, among others, and `json` requires its
 *   media type. Other expectations have a place, an operator and a value: `/labels = ["a"]`, `/id is integer`. Places are
 *   `body`, a path in it such as `/content/0/id` (`*` stands for each item), `text`, `bytes`, `header name`, and
 *   `statuses` of requests at the same time; `keys` and `sorted` sort the names or the items there. What the correct
 *   service does can follow in parentheses, if the rule does not say it.
 */
export function readRules(text: string) {
  const rules: { name: string; scope: string; title: string; steps: WrittenStep[] }[] = []
  for (const line of text.trim().split(/\n\s*(?!\s*→)/)) {
    const [name = '', scope = '', title, ...lines] = line.trim().split(' | ')
    if (title === undefined) rules.at(-1)?.steps.push(...readSteps(line))
    else rules.push({ name, scope, title, steps: lines.flatMap(readSteps) })
  }
  return rules
}

/** Reads the line of a step, which is done once for each of its names. */
function readSteps(line: string): WrittenStep[] {
  const [sent = '', names = '', rest = ''] = line.split(/(?<= as )(\w+(?:, \w+)+)/)
  return names.split(', ').map((name) => readStep(sent + name + rest))
}

/** Reads the line of a step. `CLEAR` and `WAIT` have no requests. */
export function readStep(line: string) {
  const [sent = '', ...after] = line.split(/\s+→ /)
  const [, when, times = '1', requests = '', as, place = ''] =
    /^(?:(current|earlier|finally) )?(?:(\d+) times )?(.+?)(?: as (\w+)(?: (\/\S+))?)?$/s.exec(sent) ?? []
  return {
    line,
    /** The only edition that has the step, or `finally`. */
    when,
    times: Number(times),
    /** The requests that are sent at the same time. */
    requests: ACTIONS.includes(line) ? [] : requests.split(/ & (?=[A-Z]+ \/)/).map(readRequest),
    /** The name of the response, or of the value at a place of it. */
    as,
    place,
    expected: after.flatMap((each) => each.split(' ; ')).map(readExpectation),
  }
}

/** Returns the first names of the references in steps, except those that a step gives to a response. */
export function namesIn(steps: readonly WrittenStep[]): string[] {
  const named = steps.map(({ as }) => as)
  const references = steps.flatMap(({ line }) => [...line.matchAll(REFERENCE)])
  const names = references.map(([, path = '']) => path.replace(/\..*/, ''))
  return [...new Set(names)].filter((name) => !named.includes(name))
}

const ACTIONS = ['CLEAR', 'WAIT']

/** Whether a step waits until timestamps differ. */
export function isWait({ line }: WrittenStep): boolean {
  return line === 'WAIT'
}

const BODY_KINDS = { '': 'json', '+': 'task', 'files ': 'files', 'raw ': 'raw', 'hex ': 'hex' } as const

function readRequest(text: string) {
  const [sent = '', ...withs] = text.split(' with ')
  const [, variant, method, path, kind = '', body] =
    /^(?:(v1|v2|buggy) )?(GET|POST|PUT|PATCH|DELETE) (\S+)(?: (raw |hex |files |\+)?(.+))?$/s.exec(sent) ?? []
  if (method === undefined || path === undefined) throw new Error(`This is no request: ${text}`)
  const headers = withs.filter((each) => /^[\w-]+:/.test(each))
  return {
    variant,
    method,
    path,
    body: body === undefined ? undefined : { kind: BODY_KINDS[kind as keyof typeof BODY_KINDS], text: body },
    token: withs.find((each) => !headers.includes(each)),
    headers: Object.fromEntries(headers.map((each) => each.split(/: ?(.*)/s) as [string, string])),
  }
}

/** What the short expectations stand for. */
const SHORT: Readonly<Record<string, string>> = {
  any: 'status = any',
  json: 'header content-type ~ /^application/json/',
}

function readExpectation(text: string) {
  const [, short = text, because] = /^(.+) \(([a-z][^()]+)\)$/s.exec(text) ?? []
  const full = SHORT[short] ?? short.replace(/^(?=\d+$)/, 'status = ').replace(/^(?=\{)/, 'body contains ')
  const [, place, order, operator = '', value = ''] =
    /^(\/\S+|body|text|bytes|status|statuses|header \S+)(?: (keys|sorted))? (\S+) (.+)$/s.exec(full) ?? []
  if (place === undefined) throw new Error(`This is no expectation: ${text}`)
  return { place, order, operator, value, because }
}

/** References to values, such as `{task.id}`; and those in JSON that stand alone, or in a text. */
const REFERENCE = /\{([a-z]\w*(?:\.[\w^-]+)*)\}/g
const IN_JSON = new RegExp(`${REFERENCE.source}(?=[,\\]}]|$)|${REFERENCE.source}`, 'g')

/** Returns the value of a reference. */
export type Resolve = (path: string) => unknown

/** Writes the values of references into a text. */
export function fill(text: string, resolve: Resolve): string {
  return text.replace(REFERENCE, (_, path) => String(resolve(path)))
}

/**
 * Reads JSON with references, whose names need no quotes.
 *
 * @param resolve returns the value of a reference that stands alone
 * @param resolveInText returns that of a reference in a text
 */
export function readJson(text: string, resolve: Resolve, resolveInText = resolve) {
  const json = text.replace(/([{,] ?)([a-z]\w*):/gi, '$1"$2":').replace(IN_JSON, (_, alone, inText) => {
    if (inText === undefined) return JSON.stringify(resolve(alone))
    return JSON.stringify(String(resolveInText(inText))).slice(1, -1)
  })
  return JSON.parse(json)
}
