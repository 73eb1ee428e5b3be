import type { Bytes, Expectation, Value } from '../exposure.js'
import { type PlannedRequest, type PlannedStep, type PlannedTest, referenceOf } from '../plan/plan.js'
import { quote as inJson } from '../plan/values.js'
import { capturesOf, headersOf, runPartsOf, toJsonTemplate, toTemplate, variableOf } from '../plan/variables.js'
import { accountsIn, credentialsOf, isUpload } from '../plan/walk.js'

/** Returns why Hurl cannot express a test. */
export function reasonAgainstHurl(test: PlannedTest): string | undefined {
  const { steps } = test
  if (steps.some(({ requests }) => requests.length > 1)) return 'Hurl sends one request after the other.'
  if (steps.flatMap(({ requests }) => requests).some(isUpload)) {
    return 'Hurl reads the files of an upload from the disk, and a test is one file.'
  }
  const matchers = steps.flatMap(({ expect }) => expect.map(({ is }) => is))
  if (matchers.some((is) => 'equals' in is && is.plus !== undefined)) return 'Hurl does not add numbers.'
  if (matchers.some((is) => 'unique' in is)) return 'Hurl does not look for equal items.'
  if (runPartsOf(test).some((part) => part.kind === 'account' && part.field === 'PASSWORD')) {
    return 'Hurl does not write a text in capital letters.'
  }
}

/** Prints a test as a file of Hurl. */
export function printHurl(test: PlannedTest): string {
  const { title, rule, isAlone, accounts, steps, cleanUp } = test
  const login = { method: 'POST', path: '/auth/login', auth: 'none' } as const
  const entries = [
    ...accounts.flatMap((account) => {
      const json = { username: `{${account}/username}`, password: `{${account}/password}` }
      const capture = `${account}Token: jsonpath "$.token"`
      return [...requestOf({ ...login, body: { json } }), 'HTTP 200', '[Captures]', capture, '']
    }),
    ...steps.flatMap((step) => [...printStep(step, test), '']),
    ...cleanUp.flatMap((request) => ['# Clean up', ...requestOf(request), 'HTTP *', '']),
  ]
  return [
    `# ${title}`,
    '#',
    `# ${rule}`,
    ...(isAlone ? ['# Nothing else may happen on the board meanwhile: run the tests with --jobs 1.'] : []),
    `# ${commandOf(test)}`,
    '',
    ...entries,
  ].join('\n')
}

/** Returns the command that runs the test, with the variables that it needs. */
function commandOf(test: PlannedTest): string {
  const variables = [
    `baseUrl=\${API_URL:-${test.baseUrl}}`,
    ...accountsIn(test).flatMap((account) => {
      const { username, password } = credentialsOf(account, (variable, value) => `\${${variable}:-${value}}`)
      return [`${account}Username=${username}`, `${account}Password=${password}`]
    }),
    ...(test.hasRun ? ['run=r$(date +%s%N)'] : []),
  ]
  return `hurl --test --continue-on-error ${variables.map((variable) => `--variable "${variable}"`).join(' ')}`
}

function requestOf(request: PlannedRequest, options: string[] = []): string[] {
  const { method, path, body } = request
  return [
    `${method} {{baseUrl}}${toTemplate(path)}`,
    ...headersOf(request).map(([name, value]) => `${name}: ${value}`),
    ...(options.length > 0 ? ['[Options]', ...options] : []),
    ...(body && 'json' in body ? [toJsonTemplate(body.json)] : []),
    ...(body && 'text' in body ? [textOf(body.text)] : []),
  ]
}

/** Writes a text on one line, if it has no characters that mean something there. */
function textOf(text: string): string {
  return /[`\\\n\r]/.test(text) ? bytesOf(text) : `\`${toTemplate(text)}\``
}

function printStep(step: PlannedStep, test: PlannedTest): string[] {
  const options = [
    ...(step.after > 0 ? [`delay: ${step.after}ms`] : []),
    ...(step.times > 1 ? [`repeat: ${step.times}`] : []),
  ]
  const status = step.expect.find(({ at }) => at === 'status')?.is
  const captures = capturesOf(step, test).map((part) => {
    const filter = part.part === undefined ? '' : ` split "." nth ${part.part}`
    return `${variableOf(part)}: jsonpath ${quote(pathOf(part.pointer))}${filter}`
  })
  if (JSON.stringify(step.expect).includes('{basePath}')) {
    captures.push('basePath: url regex "^\\\\w+://[^/]+(/.*?)/(?:tasks|auth)"')
  }
  const asserts = step.expect.filter(({ at }) => at !== 'status').flatMap(assertsOf)
  return [
    ...requestOf(step.requests[0] as PlannedRequest, options),
    `HTTP ${status && 'equals' in status ? status.equals : '*'}`,
    ...(captures.length > 0 ? ['[Captures]', ...captures] : []),
    ...(asserts.length > 0 ? ['[Asserts]', ...asserts] : []),
  ]
}

/** Writes the assertions of an expectation about a response. */
function assertsOf({ at, is }: Expectation): string[] {
  if (at === 'bytes' && 'equals' in is) return [`bytes == ${bytesOf(is.equals as Bytes)}`]
  const pointer = at.split('/').slice(1)
  const query = at.startsWith('header:')
    ? `header ${quote(at.slice('header:'.length))}`
    : `jsonpath ${quote(pathOf(pointer))}`
  if ('sameItems' in is) {
    const items = is.sameItems
    if (is.split === undefined) return listOf(pointer, items)
    const list = `${query} split ${quote(is.split)}`
    return [`${list} count == ${items.length}`, ...items.map((item) => `${list} contains ${toCode(item)}`)]
  }
  if ('equals' in is) {
    return Array.isArray(is.equals) ? listOf(pointer, is.equals) : [`${query} == ${toCode(is.equals as Value)}`]
  }
  if ('matches' in is) return [`${query} matches ${quote(is.matches)}`]
  return 'greaterThan' in is ? [`${query} > ${toCode(is.greaterThan)}`] : []
}

/** Asserts the number of items, and each item. */
function listOf(pointer: readonly string[], items: readonly Value[]): string[] {
  const star = pointer.indexOf('*')
  const [list, rest] = star < 0 ? [pointer, []] : [pointer.slice(0, star), pointer.slice(star + 1)]
  return [
    `jsonpath ${quote(pathOf(list))} count == ${items.length}`,
    ...items.map((item, index) => `jsonpath ${quote(pathOf([...list, String(index), ...rest]))} == ${toCode(item)}`),
  ]
}

function pathOf(pointer: readonly string[]): string {
  return `$${pointer.map((name) => (name === '*' ? '[*]' : /^\d+$/.test(name) ? `[${name}]` : /^\w+$/.test(name) ? `.${name}` : `['${name}']`)).join('')}`
}

function toCode(value: Value): string {
  if (typeof value === 'string') return quote(toTemplate(value))
  const reference = referenceOf(value)
  return reference === undefined ? toJsonTemplate(value) : `{{${variableOf(reference)}}}`
}

/** Writes bytes. */
function bytesOf(content: Bytes): string {
  const text = typeof content === 'string' ? content : content.repeat.repeat(content.times)
  return `base64,${btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))};`
}

/** Writes a text of Hurl, whose code points are written as in `\u{e9}`. */
function quote(text: string): string {
  return inJson(text).replaceAll(/\\u([0-9a-f]{4})/g, '\\u{$1}')
}
