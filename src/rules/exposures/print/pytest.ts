import type { Bytes, Expectation, Matcher, Value } from '../exposure.js'
import {
  type Part,
  type PlannedRequest,
  type PlannedStep,
  type PlannedTest,
  partsOf,
  readsBody,
  referenceOf,
  type ValuePart,
} from './plan.js'

/** The longest line that is not broken. */
const WIDTH = 100

/** Prints a test with pytest and requests. */
export function printPytest(test: PlannedTest): string {
  const created = test.cleanUp.length > 0
  const fixtures = [...(created ? ['created'] : []), ...test.accounts.map((account) => `${account}_token`)]
  const body = [
    ...(test.hasRun ? ['run = uuid.uuid4().hex[:8]'] : []),
    ...test.steps.flatMap((step) => printStep(step, test)),
  ]
  const code = body.join('\n')
  const modules = ['os', ...['base64', 're', 'time', 'uuid'].filter((name) => code.includes(`${name}.`))]
  return [
    ...modules.sort().map((name) => `import ${name}`),
    ...(code.includes('ThreadPoolExecutor') ? ['from concurrent.futures import ThreadPoolExecutor'] : []),
    ...(code.includes('urlsplit') ? ['from urllib.parse import urlsplit'] : []),
    '',
    ...(fixtures.length > 0 ? ['import pytest'] : []),
    'import requests',
    '',
    `BASE_URL = os.environ.get("API_URL", ${quote(test.baseUrl)})`,
    ...accountsOf(test, code),
    ...(created
      ? fixtureOf(
          'created',
          '',
          [
            'paths = []',
            'yield paths',
            'for path in paths:',
            `    requests.delete(BASE_URL + path${test.variant === 'v2' ? ', headers={"Authorization": f"Bearer {user_token}"}' : ''})`,
          ],
          test.variant === 'v2' ? 'user_token' : '',
        )
      : []),
    ...test.accounts.flatMap((account) =>
      fixtureOf(`${account}_token`, '(scope="module")', [
        `response = requests.post(f"{BASE_URL}/auth/login", json=${account.toUpperCase()})`,
        'return response.json()["token"]',
      ]),
    ),
    '',
    '',
    ...(test.isAlone ? ['# Nothing else may happen on the board meanwhile: run this test without pytest-xdist.'] : []),
    `def test_${test.slug.replaceAll('-', '_')}(${fixtures.join(', ')}):`,
    `    """${test.rule}"""`,
    ...body.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

function printStep({ name, isRead, requests, times, after, expect }: PlannedStep, { cleanUp }: PlannedTest): string[] {
  const lines = after > 0 ? [`time.sleep(${after / 1000})`] : []
  if (requests.length > 1) {
    const calls = requests.map((request) => `    pool.submit(${argumentsOf(request).join(', ')}),`)
    return [
      ...lines,
      'with ThreadPoolExecutor() as pool:',
      '    futures = [',
      ...calls.map((call) => `    ${call}`),
      '    ]',
      ...(expect.length > 0 ? ['statuses = [future.result().status_code for future in futures]'] : []),
      ...expect.map(({ is }) => assertOne('statuses', is)),
    ]
  }
  const [call = '', ...rest] = argumentsOf(requests[0] as PlannedRequest)
  const sent = `${call}(${rest.join(', ')})`
  if (times > 1) return [...lines, `for _ in range(${times}):`, `    ${sent}`]
  const response = name.startsWith('response') ? name : `${name}_response`
  const body = name.startsWith('response') ? name.replace('response', 'body') : name
  lines.push(...broken(isRead || expect.length > 0 ? `${response} = ` : '', call, rest))
  const ofBody = (expectation: Expectation) => readsBody(expectation, name)
  lines.push(...expect.filter((each) => !ofBody(each)).map(({ at, is }) => assertOne(placeOf(at, response), is)))
  if (isRead) lines.push(`${body} = ${response}.json()`)
  for (const { path } of cleanUp) if (path.includes(`{${name}/`)) lines.push(`created.append(${toText(path)})`)
  return [
    ...lines,
    ...expect
      .filter(ofBody)
      .map(({ at, is }) => assertOne(at.startsWith('/') ? valueAt(body, at) : placeOf(at, response), is)),
  ]
}

/** Returns the function and the arguments of a call of requests. */
function argumentsOf({ method, path, auth, headers = {}, body }: PlannedRequest): string[] {
  const token = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `f"Bearer {${auth}_token}"`
  const sent = Object.entries(headers).map(([name, value]) => `${quote(name)}: ${toText(value)}`)
  if (auth !== 'none') sent.push(`"Authorization": ${token}`)
  return [
    `requests.${method.toLowerCase()}`,
    toText(path, '{BASE_URL}'),
    ...(sent.length > 0 ? [`headers={${sent.join(', ')}}`] : []),
    ...(body === undefined
      ? []
      : 'json' in body
        ? [`json=${toCode(body.json)}`]
        : 'text' in body
          ? [`data=${quote(body.text)}`]
          : [
              `files=[${body.form.map(({ name, fileName, type, content }) => `(${quote(name)}, (${fileName === undefined ? 'None' : quote(fileName)}, ${toBytes(content)}${type === undefined ? '' : `, ${quote(type)}`}))`).join(', ')}]`,
            ]),
  ]
}

function broken(start: string, call: string, rest: readonly string[]): string[] {
  const line = `${start}${call}(${rest.join(', ')})`
  if (line.length <= WIDTH) return [line]
  return [`${start}${call}(`, ...rest.map((argument) => `    ${argument},`), ')']
}

function assertOne(actual: string, is: Matcher): string {
  if ('equals' in is) {
    const expected = actual.endsWith('.content') ? toBytes(is.equals as Bytes) : toCode(is.equals as Value)
    if (expected === 'None') return `assert ${actual} is None`
    return `assert ${actual} == ${expected}${is.plus === undefined ? '' : ` + ${is.plus}`}`
  }
  if ('sameItems' in is) {
    const list = is.split === undefined ? actual : `${actual}.split(${quote(is.split)})`
    return `assert sorted(${list}) == sorted(${toCode(is.sameItems)})`
  }
  if ('matches' in is) return `assert re.search(r${quote(is.matches).replaceAll('\\\\', '\\')}, ${actual})`
  if ('greaterThan' in is) return `assert ${actual} > ${toCode(is.greaterThan)}`
  if ('unique' in is) return `assert len(set(${actual})) == len(${actual})`
  return `assert ${actual.replace(/\[("[^"]+")\]$/, '.get($1)')} is None`
}

function placeOf(at: Expectation['at'], response: string): string {
  if (at === 'status') return `${response}.status_code`
  return at === 'bytes' ? `${response}.content` : `${response}.headers[${quote(at.slice('header:'.length))}]`
}

function valueAt(body: string, at: string): string {
  const [before = '', after] = at.split('/*')
  const list = body + before.split('/').slice(1).map(memberOf).join('')
  return after === undefined ? list : `[item${after.split('/').slice(1).map(memberOf).join('')} for item in ${list}]`
}

function memberOf(name: string): string {
  return /^\d+$/.test(name) ? `[${name}]` : `[${quote(name)}]`
}

function toCode(value: Value): string {
  if (typeof value === 'string') return toText(value)
  const reference = referenceOf(value)
  if (reference !== undefined) return accessOf(reference)
  if (Array.isArray(value)) return `[${value.map(toCode).join(', ')}]`
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return String(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${quote(name)}: ${toCode(member)}`)
    .join(', ')}}`
}

function toText(text: string, prefix = ''): string {
  const [repeated = ''] = text
  if (text.length > 20 && text === repeated.repeat(text.length)) return `${quote(repeated)} * ${text.length}`
  const parts = partsOf(text)
  if (prefix === '' && parts.every((part) => typeof part === 'string')) return quote(text)
  const [only] = parts
  if (prefix === '' && parts.length === 1 && typeof only === 'object') return expressionOf(only)
  const inside = parts.map((part) =>
    typeof part === 'string'
      ? quote(part).slice(1, -1).replaceAll(/[{}]/g, '$&$&')
      : `{${expressionOf(part).replaceAll('"', "'")}}`,
  )
  return `f"${prefix}${inside.join('')}"`
}

function expressionOf(part: Exclude<Part, string>): string {
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'urlsplit(BASE_URL).path'
    case 'account': {
      const name = part.account.toUpperCase()
      return part.field === 'PASSWORD' ? `${name}["password"].upper()` : `${name}[${quote(part.field)}]`
    }
    case 'value':
      return part.part === undefined ? accessOf(part) : `${accessOf(part)}.split(".")[${part.part}]`
  }
}

function accessOf({ name, pointer }: ValuePart): string {
  return name + pointer.map(memberOf).join('')
}

function toBytes(content: Bytes): string {
  if (typeof content === 'string') return `b${quote(content)}`
  if ('repeat' in content) return `b${quote(content.repeat)} * ${content.times}`
  return `base64.b64decode(${quote(content.base64)})`
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function accountsOf({ accounts }: PlannedTest, code: string): string[] {
  return (['admin', 'user'] as const)
    .filter((name) => accounts.includes(name) || code.includes(`${name.toUpperCase()}[`))
    .map((name) => {
      const upper = name.toUpperCase()
      const [username, password] = [
        `os.environ.get("${upper}_USERNAME", "${name}")`,
        `os.environ.get("${upper}_PASSWORD", "${name}123")`,
      ]
      return `${upper} = {"username": ${username}, "password": ${password}}`
    })
}

function fixtureOf(name: string, scope: string, lines: readonly string[], argument = ''): string[] {
  return ['', '', `@pytest.fixture${scope}`, `def ${name}(${argument}):`, ...lines.map((line) => `    ${line}`)]
}
