import type { Expectation } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest } from '../plan/plan.js'
import { accountsIn, credentialsOf, statementsOf } from '../plan/walk.js'
import { printAssertion, printExpectation } from './javascript-assertions.js'
import type { Dialect } from './javascript-dialects.js'
import { quote, toText } from './javascript-values.js'

/** Prints a test in JavaScript. The dialect knows the test runner and the HTTP client. */
export function printJavaScript(test: PlannedTest, dialect: Dialect): string {
  const forms = test.steps.flatMap(({ requests }) => requests).filter(({ body }) => body && 'form' in body)
  const body = [...(test.hasRun ? [`const run = randomUUID().slice(0, 8)`] : []), ...test.steps.flatMap(printStep)]
  return [
    ...importsOf(test, dialect),
    '',
    `const baseUrl = process.env.API_URL ?? ${quote(test.baseUrl)}`,
    ...accountsOf(test),
    ...(test.cleanUp.length > 0 ? ['const created = []'] : []),
    ...loginOf(test, dialect),
    ...cleanUpOf(test, dialect),
    '',
    `// ${test.rule}`,
    ...(test.isAlone
      ? [`// Nothing else may happen on the board meanwhile: run the tests with \`${dialect.alone}\`.`]
      : []),
    `test(${quote(test.title)}, async (${dialect.argument}) => {`,
    ...body.map((line) => `  ${line}`.trimEnd()),
    '})',
    '',
  ].join('\n')

  function formOf(request: PlannedRequest): string {
    const ordinal = ['first', 'second'][forms.indexOf(request)]
    return forms.length === 1 ? 'form' : `${ordinal}Form`
  }

  function printStep(step: PlannedStep): string[] {
    const { requests, times, after, expect } = step
    const lines = after > 0 ? [`await setTimeout(${after})`] : []
    const codes = requests.map((request) => {
      const form = formOf(request)
      if (request.body && 'form' in request.body) lines.push(...(dialect.form?.(form, request.body.form) ?? []))
      return requestOf(request, form, dialect)
    })
    if (requests.length > 1) {
      const each = codes.map((code) => `  ${indent(code)},`)
      return [...lines, 'const responses = await Promise.all([', ...each, '])', ...expect.map(assertStatuses)]
    }
    const [request = ''] = codes
    if (times > 1) return [...lines, `for (let count = 0; count < ${times}; count++) await ${request}`]
    const { response, body, ofResponse, ofBody, created } = statementsOf(step, test)
    const assert = (expectation: Expectation) => printExpectation(expectation, [response ?? '', body ?? ''], dialect)
    return [
      ...lines,
      ...`${response ? `const ${response} = ` : ''}await ${request}`.split('\n'),
      ...ofResponse.map(assert),
      ...(body ? [`const ${body} = ${dialect.json(response ?? '')}`] : []),
      ...created.map((path) => `created.push(${toText(path)})`),
      ...ofBody.map(assert),
    ]
  }

  function assertStatuses({ is }: Expectation): string {
    return printAssertion(`responses.map((response) => ${dialect.status('response')})`, is, dialect.assert)
  }
}

function requestOf({ method, path, auth, headers = {}, body }: PlannedRequest, form: string, dialect: Dialect): string {
  const bearer = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `\`Bearer \${${auth}Token}\``
  const sent = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)])),
    ...(auth !== 'none' && { Authorization: bearer }),
  }
  return dialect.request({ method, path, headers: sent, body: body && 'form' in body ? { ...body, name: form } : body })
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of a test
const BEARER = '`Bearer ${userToken}`'

/** Prints the imports, by the names of the modules. */
function importsOf(test: PlannedTest, dialect: Dialect): string[] {
  const lines = [...dialect.imports(test)]
  if (test.hasRun) lines.push(`import { randomUUID } from 'node:crypto'`)
  if (test.steps.some(({ after }) => after > 0)) lines.push(`import { setTimeout } from 'node:timers/promises'`)
  const sorted = lines.sort((a, b) => moduleOf(a).localeCompare(moduleOf(b)))
  return dialect.isCommonJs
    ? sorted.map((line) => line.replace(/^import (.+) from (.+)$/, 'const $1 = require($2)'))
    : sorted
}

function moduleOf(line: string): string {
  return /'(.*)'/.exec(line)?.[1] ?? line
}

/** Prints the names and passwords of the accounts that a test needs. */
function accountsOf(test: PlannedTest): string[] {
  return accountsIn(test).map((name) => {
    const { username, password } = credentialsOf(name, (variable, value) => `process.env.${variable} ?? '${value}'`)
    return `const ${name} = { username: ${username}, password: ${password} }`
  })
}

/** Prints the hooks that log in. */
function loginOf({ accounts }: PlannedTest, dialect: Dialect): string[] {
  return accounts.flatMap((account) => [
    `let ${account}Token`,
    '',
    `${dialect.before}(async (${dialect.argument}) => {`,
    ...indent(
      `  const response = await ${dialect.request({ method: 'POST', path: '/auth/login', headers: {}, body: { code: account } })}`,
    ).split('\n'),
    `  ${account}Token = ${dialect.token('response')}`,
    '})',
  ])
}

/** Prints the hook that deletes what the test created. */
function cleanUpOf({ cleanUp, variant }: PlannedTest, dialect: Dialect): string[] {
  if (cleanUp.length === 0) return []
  const headers: Record<string, string> = variant === 'v1' ? {} : { Authorization: BEARER }
  const request = dialect.request({ method: 'DELETE', path: { code: 'path' }, headers, body: undefined })
  return [
    '',
    `${dialect.after}(async (${dialect.argument}) => {`,
    '  for (const path of created.splice(0)) {',
    `    await ${indent(indent(request))}`,
    '  }',
    '})',
  ]
}

/** Indents all lines but the first. */
function indent(code: string): string {
  return code.replaceAll('\n', '\n  ')
}
