import t from 'tap'
import { runHere } from '../kit/run-here.js'

const suggest = (...args: string[]) => runHere(t, 'suggest', { args })

t.test('suggest prints the test that finds a defect, in a style', async (t) => {
  const usual = await suggest('list-ignores-status')
  t.match(usual, { code: 0, stderr: '', stdout: /^import assert .*\/api\/v1'.*test\('the filter status returns/s })
  const args = ['--as', 'pytest', '--variant', 'v2', '--base-url', 'http://127.0.0.1:3001/api/v2/']
  const chosen = await suggest('list-ignores-status', ...args)
  t.match(chosen, { code: 0, stdout: /^import os\n.*"http:\/\/127\.0\.0\.1:3001\/api\/v2".*user_token/s })
  t.match(await suggest('token-signature-ignored'), { code: 0, stdout: /\/api\/v2'/ }, 'only v2 has tokens')
})

t.test('suggest explains in one line why there is no test', async (t) => {
  const cases: [args: string[], line: RegExp, code?: number][] = [
    [[], /^missing required argument 'defect'$/, 2],
    [['a', '--as', 'perl'], /'--as <style>'.*node-test, /, 2],
    [
      ['list-ignore-status'],
      /^There is no defect 'list-ignore-status' \(Did you mean list-ignores-\w+ or .*\?\)\. GET/,
    ],
    [['nothing'], /^There is no defect 'nothing'\. GET \/defects/],
    [['concurrent-deletes-succeed', '--as', 'postman'], /^The style postman cannot express this test: \w/],
    [['token-signature-ignored', '--variant', 'v1'], /^Only v2 has the defect 'token-signature-ignored'$/],
  ]
  for (const [args, line, expected = 1] of cases) {
    const { code, stdout, stderr } = await suggest(...args)
    t.match({ code, stdout }, { code: expected, stdout: '' }, args.join(' '))
    t.match(stderr.replace('task-board-service: ', '').trimEnd(), line)
  }
})
