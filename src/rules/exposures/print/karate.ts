import type { Expectation, FormPart, Matcher, Value } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest, RunPart } from '../plan/plan.js'
import { valuesOf, wholeOf } from '../plan/values.js'
import { pathOfUrl } from '../plan/variables.js'
import { accountsIn, credentialsOf, isUpload, queryOf, statementsOf } from '../plan/walk.js'
import { expressionOf, javaScript, memberOf, quote, toContent } from './javascript-values.js'

/** Returns why Karate cannot express a test. */
export function reasonAgainstKarate({ steps }: PlannedTest): string | undefined {
  if (steps.some(({ requests }) => requests.length > 1)) return 'A scenario sends one request after the other.'
}

/** Prints a test as a feature of Karate. */
export function printKarate(test: PlannedTest): string {
  const { title, rule, isAlone, hasRun, accounts, baseUrl, cleanUp } = test
  const hasUpload = test.steps.some(({ requests }) => requests.some(isUpload))
  const lines = [
    // Karate adds the charset to the media types of files.
    ...(hasUpload ? ['* configure charset = null'] : []),
    "* def env = Java.type('java.lang.System').getenv()",
    `* def baseUrl = env.API_URL || ${quote(baseUrl)}`,
    ...accountsIn(test).map((name) => {
      const { username, password } = credentialsOf(name, (variable, value) => `env.${variable} || '${value}'`)
      return `* def ${name} = ({ username: ${username}, password: ${password} })`
    }),
    ...accounts.flatMap((account) => [
      "Given url baseUrl + '/auth/login'",
      `And request ${account}`,
      'When method post',
      `* def ${account}Token = response.token`,
    ]),
    ...(hasRun ? ['* def run = java.util.UUID.randomUUID().toString().substring(0, 8)'] : []),
    ...(cleanUp.length > 0 ? cleanUpOf(cleanUp) : []),
  ]
  return [
    `Feature: ${title}`,
    '',
    '  Background:',
    ...lines.map((line) => `    ${line}`),
    '',
    `  # ${rule}`,
    ...(isAlone ? ['  # Nothing else may happen on the board meanwhile.', '  @parallel=false'] : []),
    `  Scenario: ${title}`,
    ...test.steps.flatMap((step) => printStep(step, test)).map((line) => `    ${line}`),
    '',
  ].join('\n')
}

/** Deletes what the scenario created. Errors, such as those of a variable that has no value yet, do not fail it. */
function cleanUpOf(cleanUp: readonly PlannedRequest[]): string[] {
  return [
    '* configure afterScenario =',
    '  """',
    '  function () {',
    ...cleanUp.map((request) => `    ${callOf(request)}`),
    '  }',
    '  """',
  ]
}

/** Writes a call of the HTTP client in JavaScript. */
function callOf({ method, path, auth, body }: PlannedRequest): string {
  const header = auth === 'none' ? '' : `.header('Authorization', ${bearerOf(auth)})`
  const content = body && 'json' in body ? toCode(body.json) : ''
  return `karate.http(${toText(path, 'baseUrl')})${header}.${method.toLowerCase()}(${content})`
}

function bearerOf(auth: PlannedRequest['auth']): string {
  return typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `'Bearer ' + ${auth}Token`
}

function printStep(step: PlannedStep, test: PlannedTest): string[] {
  const { times, after, expect } = step
  const [request] = step.requests as [PlannedRequest]
  const lines = after > 0 ? [`* java.lang.Thread.sleep(${after})`] : []
  if (times > 1) return [...lines, `* karate.repeat(${times}, () => ${callOf(request)})`]
  const { path, query } = queryOf(request.path)
  const { body } = request
  lines.push(
    `Given url ${toText(path, 'baseUrl')}`,
    ...query.map(([name, value]) => `And param ${name} = ${toText(value)}`),
    ...Object.entries(request.headers ?? {}).map(([name, value]) => `And header ${name} = ${toText(value)}`),
    ...(request.auth === 'none' ? [] : [`And header Authorization = ${bearerOf(request.auth)}`]),
  )
  if (body && 'json' in body) lines.push(`And request (${toCode(body.json)})`)
  if (body && 'text' in body) lines.push(`And request ${toText(body.text)}`)
  if (body && 'form' in body) lines.push(...body.form.map(partOf))
  const named = statementsOf(step, test).body
  lines.push(`When method ${request.method.toLowerCase()}`)
  if (named && !named.startsWith('body')) lines.push(`* def ${named} = response`)
  return [
    ...lines,
    ...expect.map((expectation, index) => `${index === 0 ? 'Then' : 'And'} ${assertionOf(expectation)}`),
  ]
}

function partOf({ name, fileName, type, content }: FormPart): string {
  const options = `value: ${toContent(content)}, filename: ${quote(fileName)}, contentType: ${quote(type)}`
  return `And multipart file ${name} = ({ ${options} })`
}

/** JavaScript with texts that are joined by `+`: Karate replaces nothing in them. */
const { text: toText, value: toCode } = valuesOf({
  ...javaScript((part: RunPart) => (part.kind === 'basePath' ? pathOfUrl('baseUrl') : expressionOf(part))),
  join: (pieces) => pieces.map((piece) => (typeof piece === 'string' ? quote(piece) : piece.code)).join(' + '),
})

/** Writes an expectation about a response as a step, without its keyword. */
function assertionOf({ at, is }: Expectation): string {
  if (at === 'status' && 'equals' in is) return `status ${is.equals}`
  if (at === 'bytes') return matchOf('response', is)
  if (at.startsWith('/')) return matchOf(`response${at.split('/').slice(1).map(memberAt).join('')}`, is)
  const name = at.slice('header:'.length)
  const isSplit = 'sameItems' in is && is.split !== undefined
  return matchOf(isSplit ? `karate.response.header('${name}')` : `header ${name}`, is)
}

function memberAt(name: string): string {
  return name === '*' ? '[*]' : memberOf(name)
}

function matchOf(actual: string, is: Matcher): string {
  if ('equals' in is) {
    const expected = toExpected(is.equals as Value)
    return `match ${actual} == ${is.plus === undefined ? expected : `${expected} + ${is.plus}`}`
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `(${actual}.split(${quote(is.split)}))`
    return `match ${list} contains only ${toExpected(is.sameItems)}`
  }
  if ('matches' in is) return `match ${actual} == ${quote(`#regex ${wholeOf(is.matches)}`)}`
  if ('greaterThan' in is) return `assert ${actual} > ${toCode(is.greaterThan)}`
  return `assert new Set(${actual}).size == ${actual}.length`
}

/** Writes the value that a match expects. In parentheses, a list or an object is JavaScript. */
function toExpected(value: Value): string {
  const code = toCode(value)
  return /^[[{]/.test(code) ? `(${code})` : code
}
