import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const configuration = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** The maps, each with its rules, in the order in which nginx applies them. */
const maps = [...configuration.matchAll(/^ {2}map \$(\w+) \$(\w+) \{\n(.*?)^ {2}\}$/gms)].map(
  ([, source, result, body = '']) => ({
    source: source as string,
    result: result as string,
    rules: [...body.matchAll(/^ {4}"~(\*?)(.+)" (\S+);$/gm)].map(([, flag, pattern = '', target = '']) => ({
      pattern: new RegExp(pattern, flag === '*' ? 'i' : ''),
      target,
    })),
  }),
)

/** Returns what the access log has for a request target. */
function mask(target: string): string {
  const values = new Map([['request_uri', target]])
  for (const { source, result, rules } of maps) {
    const value = values.get(source) ?? ''
    const rule = rules.find(({ pattern }) => pattern.test(value))
    const groups = rule?.pattern.exec(value)?.groups ?? {}
    values.set(result, rule?.target.replace(/\$(\w+)/g, (_, name: string) => groups[name] ?? '') ?? value)
  }
  return values.get('masked_uri') ?? ''
}

t.test('the access log of nginx masks board ids of both lengths, and has no query (decision 73)', async (t) => {
  const other = 'bq7vf6b5n2m4yk2sx7dz3wqhte'
  for (const id of ['q3vf6b5n2m4yk2sx7dz3wqhtea', 'q1Vf0b5n0m8Yk2sX7dZ3w-', 'Q3VF6B5N2M4YK2SX7DZ3WQHTEA']) {
    for (const target of [
      `/b/${id}/api/v1/tasks?x=1`,
      `/boards/${id}`,
      `/%62/${id}/docs`,
      `/b%2F${id}`,
      `/?board=${id}&a=b`,
      `/classes/${other}/boards/${id}`,
      `/classes/${other}/boards/${id}/owner-token?x=1`,
      `/b/${other}/docs?url=/b/${id}/openapi.json`,
      `/classes/${other}/boards/${other}/boards/${id}`,
      `/b/${id}/docs?a=${other}&b=${other}&c=${id}`,
    ]) {
      t.notOk(mask(target).includes(id), `${target} becomes ${mask(target)}`)
    }
  }
  t.equal(mask('/b/q3vf6b5n2m4yk2sx7dz3wqhtea/api/v1/tasks'), '/b/-/api/v1/tasks')
  t.equal(mask(`/classes/${other}/boards/${other}/code`), '/classes/-/boards/-/code')
  for (const query of [
    ...['?code=K7M2-9QXP', '?page=1&access_token=abc', '?search=a-word', '?', '#token=abc', ';token=abc', '&token=abc'],
    ...['%3Ftoken=abc', '%3ftoken%3dabc', '%253Ftoken', '%3Bpassword', '%26password', '?a?b', '?token=a%0Ab'],
  ]) {
    t.equal(mask(`/api/v2/tasks${query}`), '/api/v2/tasks', query)
  }
  for (const target of [
    '/api/v1/tasks',
    '/%E2%9C%85',
    '/docs',
    '/boards',
    '/docs/static/swagger-ui-standalone-preset.js',
  ]) {
    t.equal(mask(target), target)
  }
})
