import type { FormPart } from '../exposure.js'
import type { PlannedRequest, PlannedTest } from '../plan/plan.js'
import { quote } from '../plan/values.js'
import { queryOf } from '../plan/walk.js'
import { toJsonBlock, toText } from './java-values.js'

/** Writes the calls that send a request. */
export function callsOf({ method, path: target, auth, headers = {}, body }: PlannedRequest): string[] {
  const { path, query } = queryOf(target)
  const token = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `"Bearer " + ${auth}Token`
  return [
    '.baseUri(BASE_URL)',
    ...Object.entries(headers).map(([name, value]) => `.header(${quote(name)}, ${toText(value)})`),
    ...(auth === 'none' ? [] : [`.header("Authorization", ${token})`]),
    ...query.map(([name, value]) => `.queryParam(${quote(name)}, ${toText(value)})`),
    ...(body && 'json' in body ? ['.contentType(JSON)', ...blockOf(toJsonBlock(body.json))] : []),
    ...(body && 'text' in body ? [`.body(${toText(body.text)})`] : []),
    ...(body && 'form' in body ? body.form.map(partOf) : []),
    `.${method.toLowerCase()}(${toText(path)})`,
  ]
}

function blockOf([first, json = '', last]: string[]): string[] {
  return [`.body(${first}`, `    ${json}`, `    ${last})`]
}

function partOf({ name, fileName, type, content }: FormPart): string {
  const bytes =
    typeof content === 'string'
      ? `${quote(content)}.getBytes()`
      : `${quote(content.repeat)}.repeat(${content.times}).getBytes()`
  return `.multiPart(${[quote(name), quote(fileName), bytes, quote(type)].join(', ')})`
}

/** Writes a statement of calls, each on a line of its own. */
export function callOf(start: string, calls: readonly string[]): string[] {
  return [start, ...indent(calls)].map((line, index, lines) => (index === lines.length - 1 ? `${line};` : line))
}

/** Writes the lines that log in. */
export function loginOf(account: string): string[] {
  const json = '{"username": "%s", "password": "%s"}'
  const name = account.toUpperCase()
  const body = ['"""', json, `""".formatted(${name}_USERNAME, ${name}_PASSWORD)`]
  const calls = ['.baseUri(BASE_URL)', '.contentType(JSON)', ...blockOf(body), '.post("/auth/login")', '.path("token")']
  return indent(callOf(`${account}Token = given()`, calls))
}

/** Writes the method that deletes what the test created. */
export function cleanUpOf({ variant }: PlannedTest): string[] {
  const header = variant === 'v2' ? '.header("Authorization", "Bearer " + userToken)' : ''
  return [
    '',
    '@AfterEach',
    'void deleteCreated() {',
    `    created.forEach(path -> given().baseUri(BASE_URL)${header}.delete(path));`,
    '}',
  ]
}

/** Writes a constant that the environment can set. */
export function variableOf(name: string, variable: string, value: string): string {
  return `static final String ${name} = System.getenv().getOrDefault(${quote(variable)}, ${quote(value)});`
}

/** Indents lines. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line}`))
}
