import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const configuration = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')

/** The rules of the map in the order in which nginx tries them. */
const rules = [...configuration.matchAll(/^ {2}"~(\*?)(.+)" (\S+);$/gm)].map(([, flag, pattern = '', target = '']) => ({
  pattern: new RegExp(pattern, flag === '*' ? 'i' : ''),
  target,
}))

/** Returns what the access log has for a request target. */
function mask(target: string): string {
  const rule = rules.find(({ pattern }) => pattern.test(target))
  if (rule === undefined) return target
  const groups = rule.pattern.exec(target)?.groups ?? {}
  return rule.target.replace(/\$(\w+)/g, (_, name: string) => groups[name] ?? '')
}

t.test('the access log of nginx masks board ids of both lengths (decision 73)', async (t) => {
  t.equal(rules.length, 2)
  for (const id of ['q3vf6b5n2m4yk2sx7dz3wqhtea', 'q1Vf0b5n0m8Yk2sX7dZ3w-', 'Q3VF6B5N2M4YK2SX7DZ3WQHTEA']) {
    for (const target of [
      `/b/${id}/api/v1/tasks?x=1`,
      `/boards/${id}`,
      `/%62/${id}/docs`,
      `/b%2F${id}`,
      `/?board=${id}&a=b`,
    ]) {
      t.notOk(mask(target).includes(id), `${target} becomes ${mask(target)}`)
    }
  }
  t.equal(mask('/b/q3vf6b5n2m4yk2sx7dz3wqhtea/api/v1/tasks'), '/b/-/api/v1/tasks')
  for (const target of [
    '/api/v1/tasks?search=a-word',
    '/docs',
    '/boards',
    '/docs/static/swagger-ui-standalone-preset.js',
  ]) {
    t.equal(mask(target), target)
  }
})
