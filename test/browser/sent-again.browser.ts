import { execFile } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import t from 'tap'
import { openBuggy, SCRIPT } from './open-buggy.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual, waitForMatch } from './wait-for.js'

const execute = promisify(execFile)

/** Copies a request with a button, and returns the text. */
async function copy(page: Page, button: ReturnType<Page['locator']>): Promise<string> {
  return readCopied(page, () => button.click())
}

t.test('the copied requests send the same again, with curl and with fetch', async (t) => {
  const { page, row, request, openRow, send } = await openBuggy(t, [])
  const title = `It's "new" $HOME \`id\` ${SCRIPT}`
  await request('create', 'POST', '/api/v1/tasks?a=b%20c', { title, status: 'TODO' })
  await openRow('create')
  const count = async () => (await send('GET', '/tasks?search=onerror')).totalElements
  t.equal(await count(), 1)
  const curl = await copy(page, row('create').getByTestId('copy-curl'))
  t.match(curl, /^curl -X POST 'http:[^ ]+\/api\/v1\/tasks\?a=b%20c' -H 'Content-Type: application\/json' --data-raw '/)
  t.equal(JSON.parse((await execute('sh', ['-c', curl])).stdout).title, title)
  const code = await copy(page, row('create').getByTestId('copy-fetch'))
  const run = await execute(process.execPath, ['--input-type=module', '-e', code])
  t.match(run.stdout, /^201 /)
  t.equal(await count(), 3)
  const python = await copy(page, row('create').getByTestId('copy-python'))
  t.match(
    python,
    `headers={"Content-Type": "application/json"},\n    data=${JSON.stringify(JSON.stringify({ title, status: 'TODO' }))}.encode()`,
  )
})

t.test('a request is sent again, with v2 only after a login, and its token is never copied', async (t) => {
  const { page, row, request, openRow, send } = await openBuggy(t, [])
  await request('create', 'POST', '/api/buggy/tasks', { title: 'Twice', status: 'TODO' })
  await openRow('create')
  const button = row('create').getByTestId('send-again')
  await button.focus()
  await page.keyboard.press('Enter')
  const repeated = page.locator('[data-testid=request][data-latest=true]')
  await repeated.getByTestId('request-details').waitFor()
  await waitForEqual(
    t,
    () => row('create').getByTestId('request-details').count(),
    0,
    'the new request is shown instead',
  )
  await repeated.locator('[data-testid=open-request]:focus').waitFor()
  t.equal((await send('GET', '/tasks?search=Twice')).totalElements, 2)
  await request('me', 'GET', '/api/v2/auth/me')
  await openRow('me')
  t.equal(await row('me').getByTestId('send-again').count(), 0)
  await operate(page, { 'choose-v2': true, username: 'user', password: 'user123' }, 'log-in')
  await operate(page, { 'filter-variant': { option: 'v2' }, 'filter-status': { option: '4xx' } })
  await row('me').getByTestId('send-again').click()
  await row('me').getByTestId('sent-again').getByText('200').waitFor()
  await page.getByTestId('clear-filters').click()
  await row('me').getByTestId('request-details').waitFor({ state: 'detached' })
  await openRow('me')
  const curl = await copy(page, row('me').getByTestId('copy-curl'))
  t.match(curl, /-H "Authorization: Bearer \$TOKEN"$/)
  await row('me').getByTestId('copy-token').getByText('Set TOKEN to the access token first.').waitFor()
  const TOKEN = (await page.evaluate(
    "JSON.parse(Object.entries(sessionStorage).find(([key]) => key.startsWith('session '))[1]).token",
  )) as string
  const code = await copy(page, row('me').getByTestId('copy-fetch'))
  const env = { ...process.env, TOKEN }
  t.match((await execute(process.execPath, ['--input-type=module', '-e', code], { env })).stdout, /^200 /)
  t.match(await copy(page, row('me').getByTestId('copy-python')), /^import os\n.*"Bearer " \+ os\.environ\["TOKEN"\]/s)
  const login = page.getByTestId('request').filter({ hasText: '/auth/login' })
  await login.getByTestId('open-request').click()
  await login.getByTestId('request-details').waitFor()
  t.notMatch(await login.innerText(), /user123|eyJ/, 'secrets are not shown')
  t.equal(await login.getByTestId('send-again').count(), 0)
})

t.test('a request whose connection ended is reported from its row', async (t) => {
  const { row, request, openRow, report } = await openBuggy(t, [['lost-response']])
  await t.rejects(request('lost', 'POST', '/api/buggy/tasks', { title: 'New', status: 'TODO' }))
  await openRow('lost')
  const response = row('lost').getByTestId('response')
  await waitForMatch(t, response, 'No response: the connection ended (status 444)')
  await report('lost', 'lost-response')
  await waitForMatch(
    t,
    row('lost').getByTestId('request-claim'),
    'Right: the connection was closed without a response, and the operation was executed.',
  )
  await row('lost').getByTestId('expected').getByText('Status 201').waitFor()
  await waitForMatch(t, row('lost').getByTestId('difference'), 'The response is missing.')
})

t.test('a response whose client disconnected before its end says so', async (t) => {
  const sleep = (milliseconds: number, signal?: AbortSignal) => setTimeout(milliseconds, undefined, { signal })
  const { base, row, openRow, report, request } = await openBuggy(t, [['slow-body']], { service: { sleep } })
  const client = new AbortController()
  const headers = { 'x-request-id': 'left' }
  await fetch(`${base}/api/buggy/tasks`, { headers, signal: client.signal })
  client.abort()
  await request('stayed', 'GET', '/api/buggy/tasks')
  const said = 'The client disconnected before the end of the response'
  await row('stayed').waitFor()
  await openRow('stayed')
  t.notMatch(await row('stayed').getByTestId('response').innerText(), said)
  await openRow('left')
  await row('left').getByTestId('response').getByText(said).waitFor()
  await report('left', 'slow-body')
  const claim = await row('left').getByTestId('request-claim').innerText()
  t.match(claim, /Right: the end of the body was delayed by \S+ s, and the client disconnected before it\./)
})
