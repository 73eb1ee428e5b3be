import t from 'tap'
import { fillTemplate, parseTemplate } from '../../src/grade/environment.js'

t.test('--env takes a name, or a name and a template', async (t) => {
  t.strictSame(parseTemplate('TARGET'), ['TARGET', '{baseUrl}'])
  t.strictSame(parseTemplate('POSTMAN_URL={baseUrl}/api/v1'), ['POSTMAN_URL', '{baseUrl}/api/v1'])
  t.strictSame(parseTemplate('EMPTY='), ['EMPTY', ''])
  t.strictSame(parseTemplate('JSON={"url": "{apiUrl}"}'), ['JSON', '{"url": "{apiUrl}"}'])
  for (const value of ['1A=x', '=x', '', 'A-B=x', 'A={url}', 'A={baseURL}'])
    t.equal(parseTemplate(value), undefined, value)
})

t.test('templates get the parts of the base URL', async (t) => {
  const fill = (template: string) => fillTemplate(template, 'http://127.0.0.1:4000', 'v2')
  t.equal(fill('{baseUrl} {apiUrl}'), 'http://127.0.0.1:4000 http://127.0.0.1:4000/api/v2')
  t.equal(fill('{host}:{port} {other}'), '127.0.0.1:4000 {other}')
  t.equal(fillTemplate('{port} {baseUrl}', 'https://boards.example/b/x', 'v1'), '443 https://boards.example/b/x')
  t.equal(fillTemplate('{port}', 'http://boards.example', 'v1'), '80')
  t.equal(fillTemplate('{host}', 'http://[::1]:3000', 'v1'), '[::1]')
})
