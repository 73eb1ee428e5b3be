import type { Expectation } from '../exposure.js'
import type { PlannedRequest, PlannedStep, PlannedTest } from '../plan/plan.js'
import { accountsIn, credentialsOf, statementsOf, toSnakeCase } from '../plan/walk.js'
import { assertionOf, placeIn, quote, toBytes, toCode, toText } from './python-values.js'

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
