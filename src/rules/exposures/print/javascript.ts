import type { Expectation, Matcher, Value } from '../exposure.js'
import type { Dialect } from './javascript-dialects.js'
import { quote, toCode, toText, valueAt } from './javascript-values.js'
import { type PlannedRequest, type PlannedStep, type PlannedTest, readsBody } from './plan.js'

// biome-ignore lint/suspicious/noTemplateCurlyInString: this is the code of a test
const BEARER = '`Bearer ${userToken}`'

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
    ...(test.isAlone ? [`// ${dialect.alone}`] : []),
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
    const { name, requests, times, after, expect } = step
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
    const response = name.startsWith('response') ? name : `${name}Response`
    const isUsed = step.isRead || expect.length > 0
    lines.push(...`${isUsed ? `const ${response} = ` : ''}await ${request}`.split('\n'))
    const needsBody = (expectation: Expectation) => readsBody(expectation, name)
    const status = expect.filter((expectation) => !needsBody(expectation))
    const values = expect.filter(needsBody)
    lines.push(...status.flatMap((expectation) => assertOne(expectation, response)))
    const bodyName = name.startsWith('response') ? name.replace('response', 'body') : name
    if (step.isRead) lines.push(`const ${bodyName} = ${dialect.json(response)}`)
    for (const { path } of test.cleanUp) {
      if (path.includes(`{${name}/`)) lines.push(`created.push(${toText(path)})`)
    }
    return [
      ...lines,
      ...values.flatMap((expectation) => assertOne(expectation, expectation.at.startsWith('/') ? bodyName : response)),
    ]
  }

  function assertOne({ at, is }: Expectation, subject: string): string[] {
    const actual =
      at === 'status'
        ? dialect.status(subject)
        : at === 'bytes'
          ? dialect.text(subject)
          : at.startsWith('header:')
            ? dialect.header(subject, at.slice('header:'.length))
            : valueAt(subject, at)
    return [printAssertion(actual, is, dialect)]
  }

  function assertStatuses({ is }: Expectation): string {
    return printAssertion(`responses.map((response) => ${dialect.status('response')})`, is, dialect)
  }
}

/** Prints an assertion about an expression. */
export function printAssertion(actual: string, is: Matcher, { assert }: Dialect): string {
  if ('equals' in is) {
    const expected = toCode(is.equals as Value)
    const isScalar = typeof is.equals !== 'object' || is.equals === null
    return (isScalar || ('$' in is.equals && is.plus !== undefined) ? assert.equal : assert.deepEqual)(
      actual,
      is.plus === undefined ? expected : `${expected} + ${is.plus}`,
    )
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `${actual}.split(${quote(is.split)})`
    const hasReference = is.sameItems.some((item) => typeof item === 'object')
    const expected = hasReference ? `${toCode(is.sameItems)}.sort()` : toCode(is.sameItems.toSorted())
    return assert.deepEqual(`${list}.sort()`, expected)
  }
  if ('matches' in is) return assert.match(actual, `/${is.matches.replaceAll('/', '\\/')}/`)
  if ('greaterThan' in is) return assert.isTrue(`${actual} > ${toCode(is.greaterThan)}`)
  if ('unique' in is) return assert.equal(`new Set(${actual}).size`, `${actual}.length`)
  return assert.equal(actual, 'undefined')
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

function importsOf(test: PlannedTest, dialect: Dialect): string[] {
  const lines = [...dialect.imports(test)]
  if (test.hasRun) lines.push(`import { randomUUID } from 'node:crypto'`)
  if (test.steps.some(({ after }) => after > 0)) lines.push(`import { setTimeout } from 'node:timers/promises'`)
  return lines.sort((a, b) => moduleOf(a).localeCompare(moduleOf(b)))
}

function moduleOf(line: string): string {
  return /'(.*)'/.exec(line)?.[1] ?? line
}

function accountsOf({ accounts, steps }: PlannedTest): string[] {
  const text = JSON.stringify(steps)
  const used = (['admin', 'user'] as const).filter((name) => accounts.includes(name) || text.includes(`{${name}/`))
  return used.map((name) => {
    const [username, password] = [
      `process.env.${name.toUpperCase()}_USERNAME ?? '${name}'`,
      `process.env.${name.toUpperCase()}_PASSWORD ?? '${name}123'`,
    ]
    return `const ${name} = { username: ${username}, password: ${password} }`
  })
}

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

function indent(code: string): string {
  return code.replaceAll('\n', '\n  ')
}
