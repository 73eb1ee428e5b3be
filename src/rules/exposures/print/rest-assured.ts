import type { FormPart } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest } from '../plan/plan.js'
import { quote } from '../plan/values.js'
import { accountsIn, credentialsOf, isReferred, queryOf, statementsOf, toCamelCase } from '../plan/walk.js'
import { assertionOf, matcherOf, toJsonBlock, toText } from './java-values.js'

/** What a test imports, if it uses it. */
const IMPORTS: readonly [use: RegExp, names: string][] = [
  [/given\(/, 'static io.restassured.RestAssured.given'],
  [/\(JSON\)/, 'static io.restassured.http.ContentType.JSON'],
  [/assertThat/, 'static org.hamcrest.MatcherAssert.assertThat'],
  [/equalTo|nullValue|matchesRegex|greaterThan|containsInAnyOrder/, 'static org.hamcrest.Matchers.*'],
  [/URI\./, 'java.net.URI'],
  [/ArrayList|List\.|Map\.|UUID/, 'java.util.*'],
  [/CompletableFuture/, 'java.util.concurrent.CompletableFuture'],
  [/@/, 'org.junit.jupiter.api.*'],
  [/@Isolated/, 'org.junit.jupiter.api.parallel.Isolated'],
]

/** Returns the name of the class of a test. */
export function classOf({ slug }: PlannedTest): string {
  return `${toCamelCase('', ...slug.split('-')).replace(/^\d/, 'T$&')}Test`
}

/** Prints a test with REST Assured and JUnit 5. */
export function printRestAssured(test: PlannedTest): string {
  const { accounts, cleanUp } = test
  const hasWait = test.steps.some(({ after }) => after > 0)
  const members = [
    variableOf('BASE_URL', 'API_URL', test.baseUrl),
    ...accountsIn(test).flatMap((account) =>
      Object.values(credentialsOf(account, (variable, value) => variableOf(variable, variable, value))),
    ),
    ...accounts.map((account) => `static String ${account}Token;`),
    ...(cleanUp.length > 0 ? ['final List<String> created = new ArrayList<>();'] : []),
    ...(accounts.length > 0 ? ['', '@BeforeAll', 'static void logIn() {', ...accounts.flatMap(loginOf), '}'] : []),
    ...(cleanUp.length > 0 ? cleanUpOf(test) : []),
    '',
    `/** ${test.rule.replaceAll('*/', '* /')} */`,
    '@Test',
    `@DisplayName(${quote(test.title)})`,
    `void ${toCamelCase(...test.slug.split('-')).replace(/^\d/, 't$&')}()${hasWait ? ' throws InterruptedException' : ''} {`,
    ...(test.hasRun ? ['    var run = UUID.randomUUID().toString().substring(0, 8);'] : []),
    ...indent(test.steps.flatMap((step) => printStep(step, test))),
    '}',
  ]
  const alone = '@Isolated("Nothing else may happen on the board meanwhile.")'
  const code = [...(test.isAlone ? [alone] : []), `class ${classOf(test)} {`, ...indent(members), '}', ''].join('\n')
  const imports = IMPORTS.flatMap(([use, name]) => (use.test(code) ? `import ${name};` : []))
  return [...imports, '', code].join('\n')
}

function printStep(step: PlannedStep, test: PlannedTest): string[] {
  const { requests, times, after, expect } = step
  const lines = after > 0 ? [`Thread.sleep(${after});`] : []
  if (requests.length > 1) {
    const names = requests.map((_, index) => ['first', 'second'][index] as string)
    const starts = requests.map((request, index) => {
      const code = [`var ${names[index]} = CompletableFuture.supplyAsync(() -> given()`, ...indent(callsOf(request))]
      return `${code.join('\n')});`
    })
    const statuses = `List.of(${names.map((name) => `${name}.join().statusCode()`).join(', ')})`
    const ends = names.map((name) => `${name}.join();`)
    const asserted = expect.map(({ is }) => `assertThat(${statuses}, ${matcherOf(is)});`)
    return [...lines, ...starts.flatMap((code) => code.split('\n')), ...(expect.length > 0 ? asserted : ends)]
  }
  const { response = '', body = response, created } = statementsOf(step, test)
  const sent = callsOf(requests[0] as PlannedRequest)
  if (times > 1)
    return [...lines, `for (var count = 0; count < ${times}; count++) {`, ...indent(callOf('given()', sent)), '}']
  const asserted = expect.map(assertionOf)
  if (!isReferred(step.name, test)) {
    return [...lines, ...callOf('given()', [...sent, ...(asserted.length > 0 ? ['.then()', ...asserted] : [])])]
  }
  return [
    ...lines,
    ...callOf(`var ${body} = given()`, sent),
    ...created.map((path) => `created.add(${toText(path)});`),
    ...(asserted.length > 0 ? callOf(`${body}.then()`, asserted) : []),
  ]
}

/** Writes the calls that send a request. */
function callsOf({ method, path: target, auth, headers = {}, body }: PlannedRequest): string[] {
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
function callOf(start: string, calls: readonly string[]): string[] {
  return [start, ...indent(calls)].map((line, index, lines) => (index === lines.length - 1 ? `${line};` : line))
}

/** Writes the lines that log in. */
function loginOf(account: string): string[] {
  const json = '{"username": "%s", "password": "%s"}'
  const name = account.toUpperCase()
  const body = ['"""', json, `""".formatted(${name}_USERNAME, ${name}_PASSWORD)`]
  const calls = ['.baseUri(BASE_URL)', '.contentType(JSON)', ...blockOf(body), '.post("/auth/login")', '.path("token")']
  return indent(callOf(`${account}Token = given()`, calls))
}

/** Writes the method that deletes what the test created. */
function cleanUpOf({ variant }: PlannedTest): string[] {
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
function variableOf(name: string, variable: string, value: string): string {
  return `static final String ${name} = System.getenv().getOrDefault(${quote(variable)}, ${quote(value)});`
}

/** Indents lines. */
function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line}`))
}
