import type { PlannedRequest, PlannedStep, PlannedTest } from '../plan/plan.js'
import { type Values, valuesOf } from '../plan/values.js'
import { headersOf, pathOfUrl, runPartsOf, toJsonTemplate, toTemplate, variableOf } from '../plan/variables.js'
import { accountsIn, credentialsOf, isUpload, statementsOf } from '../plan/walk.js'
import { chai, printExpectation, type Reader } from './javascript-assertions.js'
import { expressionOf, javaScript, memberOf, quote, toCode, toText } from './javascript-values.js'

const BRUNO: Reader = {
  status: () => 'res.getStatus()',
  header: (_, name) => `res.getHeader('${name}')`,
  text: () => 'res.getBody()',
  assert: chai('expect'),
}

/** Returns what writes values after the request of a step: its response has a value, others are in variables. */
function valuesAfter({ name }: PlannedStep): Values {
  return valuesOf(
    javaScript((part) => {
      if (part.kind === 'basePath') return pathOfUrl("bru.getVar('baseUrl')")
      const isOwn = part.kind === 'value' && part.name === name
      return isOwn ? `res.getBody()${part.pointer.map(memberOf).join('')}` : `bru.getVar('${variableOf(part)}')`
    }),
  )
}

/** Returns why Bruno cannot express a test. */
export function reasonAgainstBruno({ steps }: PlannedTest): string | undefined {
  const requests = steps.flatMap((step) => step.requests)
  if (requests.some(isUpload)) return 'Bruno reads the files of an upload from the disk, and a test is one file.'
  if (steps.some((step) => step.requests.length > 1)) return 'Bruno sends the request of a file alone.'
  if (steps.slice(0, -1).some(({ expect }) => expect.length > 0)) return 'A file tests the response to one request.'
}

/** Prints a test as a Bruno request. Its scripts send the requests before and after it. */
export function printBruno(test: PlannedTest): string {
  const { title, rule, isAlone, steps, cleanUp } = test
  const last = steps.at(-1) as PlannedStep
  const values = valuesAfter(last)
  const deletions = cleanUp.map((request) => deletionOf(request, values))
  const request = last.requests[0] as PlannedRequest
  const { method, path, body } = request
  const sent = headersOf(request).map(([name, value]) => `${name}: ${value}`)
  const kind = body === undefined ? 'none' : 'json' in body ? 'json' : 'text'
  const alone = 'Nothing else may happen on the board meanwhile. Bruno runs one request after the other.'
  return [
    blockOf('meta', [`name: ${title}`, 'type: http']),
    blockOf(method.toLowerCase(), [`url: {{baseUrl}}${toTemplate(path)}`, `body: ${kind}`, 'auth: none']),
    ...(sent.length > 0 ? [blockOf('headers', sent)] : []),
    ...(body && 'json' in body ? [blockOf('body:json', [toJsonTemplate(body.json)])] : []),
    ...(body && 'text' in body ? [blockOf('body:text', [toTemplate(body.text)])] : []),
    blockOf('script:pre-request', before(test, last)),
    blockOf('tests', [...assertionsOf(last, title, values), ...deletions]),
    blockOf('docs', [rule, ...(isAlone ? [alone] : [])]),
  ].join('\n')
}

/** Writes the script before the request: the log-ins, the steps, and the variables for the request and the tests. */
function before(test: PlannedTest, last: PlannedStep): string[] {
  const named = runPartsOf({ steps: [last], cleanUp: test.cleanUp }).filter(
    (part) => part.kind !== 'basePath' && !(part.kind === 'value' && part.name === last.name),
  )
  return [
    `const baseUrl = bru.getProcessEnv('API_URL') || ${quote(test.baseUrl)}`,
    "bru.setVar('baseUrl', baseUrl)",
    ...accountsIn(test).map((name) => {
      const read = (variable: string, value: string) => `bru.getProcessEnv('${variable}') || '${value}'`
      const { username, password } = credentialsOf(name, read)
      return `const ${name} = { username: ${username}, password: ${password} }`
    }),
    ...test.accounts.flatMap((account) => [
      `const ${account}Login = await bru.sendRequest({ method: 'POST', url: baseUrl + '/auth/login', data: ${account} })`,
      `const ${account}Token = ${account}Login.data.token`,
      `bru.setVar('${account}Token', ${account}Token)`,
    ]),
    ...(test.hasRun ? ['const run = Date.now().toString(36)'] : []),
    ...test.steps.slice(0, -1).flatMap((step) => printStep(step, test)),
    ...named.map((part) => `bru.setVar('${variableOf(part)}', ${expressionOf(part)})`),
    ...(last.after > 0 ? [`await bru.sleep(${last.after})`] : []),
  ]
}

function printStep(step: PlannedStep, test: PlannedTest): string[] {
  const { body } = statementsOf(step, test)
  const lines = step.after > 0 ? [`await bru.sleep(${step.after})`] : []
  const call = callOf(step.requests[0] as PlannedRequest)
  if (step.times > 1) return [...lines, `for (let count = 0; count < ${step.times}; count++) await ${call}`]
  return [...lines, body ? `const { data: ${body} } = await ${call}` : `await ${call}`]
}

function callOf({ method, path, auth, headers = {}, body }: PlannedRequest): string {
  const bearer = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `'Bearer ' + ${auth}Token`
  const sent = [
    ...Object.entries(headers).map(([name, value]) => `${quote(name)}: ${toText(value)}`),
    ...(auth === 'none' ? [] : [`Authorization: ${bearer}`]),
  ]
  const options = [`method: '${method}'`, `url: ${toText(path, 'baseUrl')}`]
  if (sent.length > 0) options.push(`headers: { ${sent.join(', ')} }`)
  if (body && 'json' in body) options.push(`data: ${toCode(body.json, '  ')}`)
  if (body && 'text' in body) options.push(`data: ${toText(body.text)}`)
  return `bru.sendRequest({\n${options.map((option) => `  ${option},\n`).join('')}})`
}

function assertionsOf({ expect }: PlannedStep, title: string, values: Values): string[] {
  const assertions = expect.map((each) => `  ${printExpectation(each, ['res', 'res.getBody()'], BRUNO, values.value)}`)
  return assertions.length === 0 ? [] : [`test(${quote(title)}, () => {`, ...assertions, '})']
}

function deletionOf({ path, auth }: PlannedRequest, values: Values): string {
  const url = values.text(path, "bru.getVar('baseUrl')")
  const headers = auth === 'none' ? '' : `, headers: { Authorization: 'Bearer ' + bru.getVar('${auth}Token') }`
  return `\nawait bru.sendRequest({ method: 'DELETE', url: ${url}${headers} })`
}

function blockOf(name: string, lines: readonly string[]): string {
  const indented = lines.flatMap((line) => line.split('\n')).map((line) => (line === '' ? '' : `  ${line}`))
  return `${name} {\n${indented.join('\n')}\n}\n`
}
