import t, { type Test } from 'tap'
import { type BoardPageOptions, openBoard } from './board-page.js'
import { startBrowser } from './browser.js'
import { holdResponse } from './hold-response.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const openPage = await startBrowser(t)

/** Opens the request sender of a board. */
async function openSender(t: Test, options: BoardPageOptions = {}) {
  const visit = await openBoard(t, openPage, options)
  const { page } = visit
  await page.getByTestId('open-sender').click()
  await page.getByTestId('sender-operation').locator('option').nth(5).waitFor({ state: 'attached' })
  const field = (name: string) => page.getByTestId(`sender-${name}`)
  async function choose(operation: string) {
    await field('operation').selectOption(operation)
  }
  /** Sends the request, and returns the status line of the response. */
  async function submit(): Promise<string> {
    await page.getByTestId('send-request').click()
    await field('response').waitFor()
    return field('status').innerText()
  }
  async function stored(): Promise<string> {
    return (await page.evaluate('JSON.stringify(sessionStorage)')) as string
  }
  return { ...visit, field, choose, submit, stored }
}

t.test('a request is written, sent and repeated with the keyboard only', async (t) => {
  const { page, field, send, submit, stored, takeProblems } = await openSender(t)
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('/tasks')
  const options = page.locator('datalist option')
  await waitForEqual(
    t,
    async () =>
      (await options.evaluateAll((all) => all.map((one) => one.getAttribute('value')))).includes('/tasks/1/comments'),
    true,
  )
  await page.keyboard.type('?size=2&')
  await waitForEqual(
    t,
    async () => (await page.locator('datalist option[value="/tasks?size=2&page=1"]').count()) > 0,
    true,
  )
  t.equal(await page.locator('datalist option[value^="/tasks?size=2&size"]').count(), 0, 'a parameter is offered once')
  await page.keyboard.type('status=DONE')
  await page.keyboard.press('Control+Enter')
  await field('response').waitFor()
  await waitForEqual(t, () => field('status').innerText(), '200 OK')
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await waitForMatch(t, () => field('duration').innerText(), /^\d+ ms$/)
  await waitForMatch(t, () => field('size').innerText(), /B$/)
  await waitForMatch(t, () => field('response').innerText(), /^GET \/api\/v1\/tasks\?size=2&status=DONE\n/)
  await waitForEqual(t, () => field('response-body').locator('.json-key').first().innerText(), '"content"')
  await field('response-headers').click()
  await waitForMatch(t, () => field('response').innerText(), /content-type: application\/json.*x-request-id: /s)
  const row = page.getByTestId('request').filter({ hasText: 'size=2&status=DONE' })
  await row.getByTestId('response').waitFor()
  await page.locator('[data-testid=requests][data-ready=true]').waitFor()
  await page.getByTestId('show-sent').click()
  await page.locator('[data-testid=open-request]:focus').waitFor()
  t.ok(await row.getByTestId('open-request').evaluate((button) => button === button.ownerDocument.activeElement))
  await field('operation').focus()
  await field('operation').selectOption('createTask')
  await waitForMatch(t, () => field('headers').inputValue(), 'Content-Type: application/json')
  await waitForMatch(t, () => field('body').inputValue(), /"checklistItems"/)
  await field('example').selectOption('minimal')
  await field('body').focus()
  await page.keyboard.press('Control+Enter')
  await field('status').getByText('201 Created').waitFor()
  t.equal((await send('GET', '/tasks?search=Pack+the+first&sort=id&direction=desc')).content[0].labels.length, 0)
  await row.getByTestId('response').waitFor({ state: 'detached' })
  await page.getByTestId('request').filter({ hasText: 'POST' }).getByTestId('sent').waitFor()
  await waitForEqual(
    t,
    () => page.getByTestId('request-details').count(),
    1,
    'only the row of the last request is open',
  )
  t.strictSame(takeProblems(), [])
  await field('path').fill('/tasks?token=own-token')
  await field('headers-heading').getByText('Headers (1)').click()
  await field('headers').fill(
    'Content-Type: application/json\nAuthorization: Bearer own-token\nX-Own: Bearer own-token',
  )
  await field('body').fill('{"id": 9007199254740993, "title": "Zo\\u00eb", "refreshToken": "own-token", "x": 1.10,}')
  t.notMatch(await stored(), /own-token/)
  await page.getByTestId('choose-buggy').check()
  await page.reload()
  await page.getByTestId('open-sender').click()
  await field('path').waitFor()
  await waitForEqual(t, () => field('method').inputValue(), 'POST')
  await waitForEqual(t, () => field('variant').inputValue(), 'buggy')
  await waitForEqual(t, () => field('path').inputValue(), '/tasks?token=[redacted]')
  await waitForEqual(t, () => field('headers').inputValue(), 'Content-Type: application/json')
  await waitForEqual(
    t,
    () => field('body').inputValue(),
    '{"id": 9007199254740993, "title": "Zo\\u00eb", "refreshToken": "[redacted]", "x": 1.10,}',
    'only the secret is replaced',
  )
  await field('history').click()
  await waitForEqual(t, () => page.getByTestId('sent-before').allInnerTexts(), [
    'POST /api/v1/tasks',
    'GET /api/v1/tasks?size=2&status=DONE',
  ])
  await page.getByTestId('sent-before').first().click()
  await waitForEqual(t, async () => JSON.parse(await field('body').inputValue()).title, 'Pack the first orders')
  t.equal(await submit(), '201 Created')
  await waitForEqual(
    t,
    () => page.getByTestId('sent-before').allInnerTexts(),
    ['POST /api/v1/tasks', 'GET /api/v1/tasks?size=2&status=DONE'],
    'a request that is sent again is listed once',
  )
  await page.getByTestId('clear-history').click()
  await waitForEqual(t, () => page.getByTestId('sent-before').count(), 0)
  await page.locator('[data-testid=sender-path]:focus').waitFor()
})

t.test('a response of buggy is reported from the sender, and a hint leads to the next request', async (t) => {
  const { page, board, field, submit, takeProblems } = await openSender(t)
  await field('variant').selectOption('buggy')
  await field('headers-heading').click()
  await field('headers').fill('Prefer: fault=none')
  await submit()
  await page.getByTestId('show-sent').waitFor()
  await page.getByTestId('not-reportable').waitFor()
  t.equal(await page.getByTestId('report-sent').count(), 0, 'a chosen fault cannot be reported')
  await board.asOwner('PUT /faults', { json: { script: [], scriptEnd: 'none' } })
  await field('headers').fill('')
  await submit()
  const row = page.locator('[data-testid=request][data-latest=true]')
  await row.getByTestId('take-hint').waitFor()
  await page.getByTestId('hint-sent').click()
  await row.getByTestId('hint').getByText('This response is correct.').waitFor()
  await page.getByTestId('report-sent').click()
  await page.locator('[data-testid=claim-fault]:focus').waitFor()
  const before = await row.getAttribute('data-request-id')
  await waitForEqual(t, () => row.getByTestId('take-hint').count(), 0, 'a correct response needs no more hints')
  await row.getByTestId('send-another').click()
  await page.locator(`[data-latest=true]:not([data-request-id="${before}"])`).getByTestId('take-hint').waitFor()
  await page.getByTestId('report-sent').click()
  await page.locator(`[data-request-id="${before}"] [data-testid=report-fault]:focus`).waitFor()
  t.strictSame(takeProblems(), [])
})

t.test('the request sender of a board', async (t) => {
  const { page, field, choose, submit, base } = await openSender(t)

  await t.test('a tester sends what is invalid, and reads every kind of response', async (t) => {
    await choose('createTask')
    await field('body').fill('{"title": ')
    await page.getByText('This is not valid JSON, but you can send it.').waitFor()
    await waitForEqual(t, () => page.getByTestId('send-request').innerText(), 'Send invalid JSON')
    t.equal(await submit(), '400 Bad Request')
    await field('headers-heading').click()
    await field('headers').fill('Content-Type: application/json\nHost: example.com\nno header')
    await page.getByTestId('send-request').click()
    await page.locator('.problem').getByText('“no header” is not a header.').waitFor()
    await page.locator('[data-testid=sender-headers]:focus').waitFor()
    await field('headers').fill('bäd: 1')
    await field('headers-heading').click()
    await page.getByTestId('send-request').click()
    await page.locator('.problem').getByText('Browsers refuse the header “bäd”.').waitFor()
    await page.locator('[data-testid=sender-headers]:focus').waitFor()
    await field('body').fill('{}')
    await field('headers').fill('Content-Type: text/plain\nHost: example.com')
    t.equal(await submit(), '415 Unsupported Media Type')
    await waitForMatch(t, () => page.getByTestId('not-sent').innerText(), /not sent: Host\.$/)
    await field('path').fill('/../../metrics')
    await page.getByTestId('send-request').click()
    await page.locator('.problem').getByText('does not belong to the variant').waitFor()
    await field('path').fill(`${base}/api/buggy/tasks/1`)
    await waitForEqual(t, () => field('variant').inputValue(), 'buggy')
    await waitForEqual(t, () => field('path').inputValue(), '/tasks/1')
    await field('variant').selectOption('v1')
    await field('method').selectOption('HEAD')
    await page.getByText('Browsers send no body with GET and HEAD.').waitFor()
    t.equal(await submit(), '200 OK')
    await field('response').getByText('The response has no body.').waitFor()
    await choose('deleteTask')
    t.equal(await submit(), '204 No Content')
    await page.locator('[data-task-id="1"]').waitFor({ state: 'detached' })
  })

  await t.test('files are uploaded and saved', async (t) => {
    await choose('uploadAttachments')
    await field('path').fill('/tasks/3/attachments')
    t.equal(await submit(), '201 Created', 'the example is a file')
    await waitForMatch(t, () => field('response-body').innerText(), '"fileName": "example.txt"')
    const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a00', 'hex') }
    await field('files').setInputFiles(picture)
    t.equal(await submit(), '201 Created')
    const [{ id }] = JSON.parse(await field('response-body').innerText())
    await field('method').selectOption('GET')
    await field('path').fill(`/tasks/3/attachments/${id}`)
    t.equal(await submit(), '200 OK')
    await waitForMatch(t, () => field('response').innerText(), /The body is a file \(image\/png, 9 B\)/)
    const saving = page.waitForEvent('download')
    await page.getByTestId('save-body').click()
    t.match((await saving).suggestedFilename(), 'dot.png')
    await field('method').selectOption('POST')
    await field('path').fill('/tasks/4/attachments')
    await field('part').fill('wrong')
    t.equal(await submit(), '400 Bad Request', 'the service does not know a part with this name')
  })

  await t.test('without a response, the page says why', async (t) => {
    await field('path').fill('/tasks')
    await field('method').selectOption('GET')
    const { held } = await holdResponse(page, /\/api\/v1\/tasks$/)
    await page.getByTestId('send-request').click()
    await page.getByTestId('sender-state').getByText('Waiting for the response').waitFor()
    await held
    await page.getByTestId('cancel-request').click()
    await page.locator('.failure').getByText('You have cancelled the request.').waitFor()
    await page.locator('[data-testid=send-request]:focus').waitFor()
    await page.route(/\/api\/v1\/tasks$/, (route) => route.abort(), { times: 1 })
    await page.getByTestId('send-request').click()
    await page.locator('.failure').getByText('The service does not respond.').waitFor()
    await page.getByTestId('send-request').click()
    await field('response').waitFor()
    t.equal(await page.locator('.failure').count(), 0)
    const body = '{"a":1.0,"b":[],"c":[9007199254740993,"\\u00e9"]}'
    await page.route(/\/api\/v1\/tasks$/, (route) => route.fulfill({ body, contentType: 'application/json' }), {
      times: 1,
    })
    await page.getByTestId('send-request').click()
    await field('response-body').getByText('1.0').waitFor()
    t.equal(
      await field('response-body').innerText(),
      '{\n  "a": 1.0,\n  "b": [],\n  "c": [\n    9007199254740993,\n    "\\u00e9"\n  ]\n}',
      'values are as they were written',
    )
  })
})

t.test('requests to v2 have the token of the session, which is never stored with them', async (t) => {
  const { page, service, field, choose, submit, stored } = await openSender(t, { isDefault: true })
  await field('variant').selectOption('v2')
  await page.getByText('You are not logged in, so the request has no token.').waitFor()
  await page.getByTestId('sender-operation').locator('option[value=login]').waitFor({ state: 'attached' })
  await choose('login')
  await field('body').fill('{"username":"user","password":"user123"}')
  t.equal(await submit(), '200 OK')
  await page.getByText('Send the token of user').waitFor()
  await choose('getCurrentUser')
  t.equal(await submit(), '200 OK')
  await waitForMatch(t, () => field('response-body').innerText(), '"username": "user"')
  await page.getByTestId('choose-v2').check()
  await page.getByTestId('session').getByText('Logged in as user (USER).').waitFor()
  await choose('logout')
  t.equal(await submit(), '200 OK')
  await page.getByTestId('login-form').waitFor()
  await page.getByText('You are not logged in, so the request has no token.').waitFor()
  await page.getByTestId('username').fill('user')
  await page.getByTestId('password').fill('user123')
  await page.getByTestId('log-in').click()
  await page.getByTestId('sender-token').waitFor()
  await choose('refresh')
  await field('body').fill('{"refreshToken":"of-another-session"}')
  t.equal(await submit(), '403 Forbidden')
  await page.getByTestId('session').waitFor()
  await choose('getCurrentUser')
  t.equal(await submit(), '200 OK')
  await page.getByTestId('sender-token').uncheck()
  await field('headers-heading').click()
  await field('headers').fill('Authorization: Bearer own-token\nAccept: application/json')
  await page.getByText('The request has the header Authorization that you have written.').waitFor()
  t.equal(await submit(), '403 Forbidden')
  // The logout of another session does not end this one.
  const credentials = { username: 'user', password: 'user123' }
  const { json: other } = await service.send('POST /api/v2/auth/login', { json: credentials })
  await choose('logout')
  await field('headers').fill(`Authorization: Bearer ${other.token}`)
  t.equal(await submit(), '200 OK')
  await field('headers').fill('Authorization: Bearer own-token\nAccept: application/json')
  t.equal(await submit(), '403 Forbidden')
  const { session, ...others } = Object.fromEntries(
    Object.entries(JSON.parse(await stored())).map(([key, value]) => [key.split(' ')[0], value]),
  )
  t.match(session, /eyJ/, 'only the session has its token')
  t.notMatch(JSON.stringify(others), /eyJ|own-token|user123/)
  t.match(JSON.stringify(others), /Accept: application\/json/)
})
