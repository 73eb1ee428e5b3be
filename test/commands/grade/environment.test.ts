import t from 'tap'
import { fillTemplate, parseTemplate } from '../../../src/commands/grade/environment.js'

t.test('--env takes a name, or a name and a template', async (t) => {
  t.strictSame(parseTemplate('TARGET'), ['TARGET', '{baseUrl}'])
  t.strictSame(parseTemplate('POSTMAN_URL={baseUrl}/api/v1'), ['POSTMAN_URL', '{baseUrl}/api/v1'])
  t.strictSame(parseTemplate('EMPTY='), ['EMPTY', ''])
  t.strictSame(parseTemplate('JSON={"url": "{apiUrl}"}'), ['JSON', '{"url": "{apiUrl}"}'])
  for (const value of ['1A=x', '=x', '', 'A-B=x', 'A={url}', 'A={baseURL}'])
    t.equal(parseTemplate(value), undefined, value)
})

t.test('templates get the parts of the base URL', async (t) => {
  const fill = (template: string) => fillTemplate(template, { baseUrl: 'http://127.0.0.1:4000', variant: 'v2', job: 3 })
  t.equal(fill('{baseUrl} {apiUrl}'), 'http://127.0.0.1:4000 http://127.0.0.1:4000/api/v2')
  t.equal(fill('{host}:{port} {other}'), '127.0.0.1:4000 {other}')
  t.equal(fill('results-{job}'), 'results-3')
  t.equal(fill('{report} {seed}'), '{report} {seed}', 'suites have no report and no seed')
  const tool = { baseUrl: 'http://127.0.0.1:4000', variant: 'v1', job: 0, report: '/tmp/a.xml', seed: 2 } as const
  t.equal(fillTemplate('{report} {seed}', tool), '/tmp/a.xml 2')
  const at = (baseUrl: string, template: string) => fillTemplate(template, { baseUrl, variant: 'v1', job: 0 })
  t.equal(at('https://boards.example/b/x', '{port} {baseUrl}'), '443 https://boards.example/b/x')
  t.equal(at('http://boards.example', '{port}'), '80')
  t.equal(at('http://[::1]:3000', '{host}'), '[::1]')
})
