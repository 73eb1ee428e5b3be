import type { Expectation } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest } from '../plan/plan.js'
import { statementsOf } from '../plan/walk.js'
import { printAssertion, printExpectation } from './javascript-assertions.js'
import type { Dialect } from './javascript-dialects.js'
import { accountsOf, cleanUpOf, importsOf, indent, loginOf } from './javascript-setup.js'
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
  const token = typeof auth === 'object' ? toText(auth.token) : `${auth}Token`
  const bearer = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `\`Bearer \${${token}}\``
  const sent = {
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)])),
    ...(auth !== 'none' && { Authorization: bearer }),
  }
  return dialect.request({ method, path, headers: sent, body: body && 'form' in body ? { ...body, name: form } : body })
}
