import type { Bytes, Expectation, Matcher, Value } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest, RunPart } from '../plan/plan.js'
import { type Language, quote as quoteUnits, valuesOf } from '../plan/values.js'
import { accountsIn, credentialsOf, statementsOf, toSnakeCase } from '../plan/walk.js'

/** The longest line that is not broken. */
const WIDTH = 100

/** Prints a test with pytest and requests. */
export function printPytest(test: PlannedTest): string {
  const { accounts, cleanUp, variant } = test
  const fixtures = [...(cleanUp.length > 0 ? ['created'] : []), ...accounts.map((account) => `${account}_token`)]
  const body = [
    ...(test.hasRun ? ['run = uuid.uuid4().hex[:8]'] : []),
    ...test.steps.flatMap((step) => printStep(step, test)),
  ]
  const code = body.join('\n')
  const headers = variant === 'v2' ? ', headers={"Authorization": f"Bearer {user_token}"}' : ''
  return [
    ...['os', 're', 'time', 'uuid'].flatMap((name) =>
      name === 'os' || code.includes(`${name}.`) ? `import ${name}` : [],
    ),
    ...(code.includes('ThreadPoolExecutor') ? ['from concurrent.futures import ThreadPoolExecutor'] : []),
    ...(code.includes('urlsplit') ? ['from urllib.parse import urlsplit'] : []),
    '',
    ...(fixtures.length > 0 ? ['import pytest'] : []),
    'import requests',
    '',
    `BASE_URL = os.environ.get("API_URL", ${quote(test.baseUrl)})`,
    ...accountsIn(test).map((name) => {
      const { username, password } = credentialsOf(name, (...words) => `os.environ.get("${words.join('", "')}")`)
      return `${name.toUpperCase()} = {"username": ${username}, "password": ${password}}`
    }),
    ...(cleanUp.length > 0
      ? fixtureOf('created', '', variant === 'v2' ? 'user_token' : '', [
          'paths = []',
          'yield paths',
          'for path in paths:',
          `    requests.delete(BASE_URL + path${headers})`,
        ])
      : []),
    ...accounts.flatMap((account) =>
      fixtureOf(`${account}_token`, '(scope="module")', '', [
        `response = requests.post(f"{BASE_URL}/auth/login", json=${account.toUpperCase()})`,
        'return response.json()["token"]',
      ]),
    ),
    '',
    '',
    ...(test.isAlone ? ['# Nothing else may happen on the board meanwhile: run this test without pytest-xdist.'] : []),
    `def test_${test.slug.replaceAll('-', '_')}(${fixtures.join(', ')}):`,
    `    """${test.rule.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`,
    ...body.map((line) => `    ${line}`),
    '',
  ].join('\n')
}

function printStep(step: PlannedStep, test: PlannedTest): string[] {
  const { requests, times, after, expect } = step
  const lines = after > 0 ? [`time.sleep(${after / 1000})`] : []
  if (requests.length > 1) {
    const statuses = 'statuses = [future.result().status_code for future in futures]'
    return [
      ...lines,
      'with ThreadPoolExecutor() as pool:',
      '    futures = [',
      ...requests.map((request) => `        pool.submit(${argumentsOf(request).join(', ')}),`),
      '    ]',
      ...(expect.length > 0 ? [statuses] : []),
      ...expect.map(({ is }) => assertionOf('statuses', is)),
    ]
  }
  const { response, body = '', ofResponse, ofBody, created } = statementsOf(step, test, toSnakeCase)
  const [call = '', ...rest] = argumentsOf(requests[0] as PlannedRequest)
  if (times > 1) lines.push(`for _ in range(${times}):`, `    ${call}(${rest.join(', ')})`)
  else lines.push(...callOf(response === undefined ? call : `${response} = ${call}`, rest))
  const assert = ({ at, is }: Expectation) => assertionOf(placeIn(response ?? '', body, at), is)
  return [
    ...lines,
    ...ofResponse.map(assert),
    ...(body ? [`${body} = ${response}.json()`] : []),
    ...created.map((path) => `created.append(${toText(path)})`),
    ...ofBody.map(assert),
  ]
}

/** Returns the function and the arguments of a call of requests. */
function argumentsOf({ method, path, auth, headers = {}, body }: PlannedRequest): string[] {
  const sent = Object.entries(headers).map(([name, value]) => `${quote(name)}: ${toText(value)}`)
  const token = typeof auth === 'object' ? toText(`Bearer ${auth.token}`) : `f"Bearer {${auth}_token}"`
  if (auth !== 'none') sent.push(`"Authorization": ${token}`)
  const args = [`requests.${method.toLowerCase()}`, toText(path, 'BASE_URL')]
  if (sent.length > 0) args.push(`headers={${sent.join(', ')}}`)
  if (body && 'json' in body) args.push(`json=${toCode(body.json)}`)
  if (body && 'text' in body) args.push(`data=${toText(body.text)}`)
  if (body && 'form' in body) {
    const parts = body.form.map(
      ({ name, fileName, type, content }) =>
        `(${quote(name)}, (${quote(fileName)}, ${toBytes(content)}, ${quote(type)}))`,
    )
    args.push(parts.length === 1 ? `files=[${parts}]` : `files=[\n        ${parts.join(',\n        ')},\n    ]`)
  }
  return args
}

function callOf(call: string, args: readonly string[]): string[] {
  const line = `${call}(${args.join(', ')})`
  if (line.length <= WIDTH && !line.includes('\n')) return [line]
  return [`${call}(`, ...args.flatMap((argument) => `    ${argument},`.split('\n')), ')']
}

function fixtureOf(name: string, scope: string, argument: string, lines: readonly string[]): string[] {
  return ['', '', `@pytest.fixture${scope}`, `def ${name}(${argument}):`, ...lines.map((line) => `    ${line}`)]
}

/** Writes a constant text. Python has no surrogate pairs. */
function quote(text: string): string {
  const characters = [...text].map((character) => {
    const code = character.codePointAt(0) as number
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : quoteUnits(character).slice(1, -1)
  })
  return `"${characters.join('')}"`
}

const PYTHON: Language = {
  quote,
  repeat: (character, times) => `${quote(character)} * ${times}`,
  join: (pieces) => {
    const [first] = pieces
    if (pieces.length === 1 && typeof first === 'object') return first.code
    const inside = pieces.map((piece) =>
      typeof piece === 'string'
        ? quote(piece).slice(1, -1).replaceAll(/[{}]/g, '$&$&')
        : `{${piece.code.replaceAll('"', "'")}}`,
    )
    return `f"${inside.join('')}"`
  },
  expression: expressionOf,
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  list: (items) => `[${items.join(', ')}]`,
  object: (members) => `{${members.map(([name, code]) => `${quote(name)}: ${code}`).join(', ')}}`,
}

const { text: toText, value: toCode } = valuesOf(PYTHON)

function expressionOf(part: RunPart): string {
  switch (part.kind) {
    case 'run':
      return 'run'
    case 'basePath':
      return 'urlsplit(BASE_URL).path'
    case 'account': {
      const name = part.account.toUpperCase()
      return part.field === 'PASSWORD' ? `${name}["password"].upper()` : `${name}[${quote(part.field)}]`
    }
    case 'value': {
      const code = part.name + part.pointer.map(memberOf).join('')
      return part.part === undefined ? code : `${code}.split(".")[${part.part}]`
    }
  }
}

/** Writes the place of an expectation about a response. */
function placeIn(response: string, body: string, at: Expectation['at']): string {
  if (at === 'status') return `${response}.status_code`
  if (at === 'bytes') return `${response}.content`
  if (at.startsWith('header:')) return `${response}.headers[${quote(at.slice('header:'.length))}]`
  const [before = '', after] = at.split('/*')
  const list = body + membersOf(before)
  return after === undefined ? list : `[item${membersOf(after)} for item in ${list}]`
}

/** Writes an assertion about an expression. */
function assertionOf(actual: string, is: Matcher): string {
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
  return `assert len(set(${actual})) == len(${actual})`
}

/** Writes the content of a file as bytes. */
function toBytes(content: Bytes): string {
  if (typeof content === 'object') return `b${quote(content.repeat)} * ${content.times}`
  return /^[\x20-\x7e]*$/.test(content) ? `b${quote(content)}` : `${quote(content)}.encode()`
}

function membersOf(pointer: string): string {
  return pointer.split('/').slice(1).map(memberOf).join('')
}

function memberOf(name: string): string {
  return /^\d+$/.test(name) ? `[${name}]` : `[${quote(name)}]`
}
