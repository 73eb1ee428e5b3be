import t from 'tap'
import { holdResponse } from './hold-response.js'
import { openSender } from './open-sender.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('a request is written, sent and repeated with the keyboard only', async (t) => {
  const { page, field, send, submit, stored } = await openSender(t)
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
  await waitForEqual(t, field('status'), '200 OK')
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await waitForMatch(t, field('duration'), /^\d+ ms$/)
  await waitForMatch(t, field('size'), /B$/)
  await waitForMatch(t, field('response'), /^GET \/api\/v1\/tasks\?size=2&status=DONE\n/)
  await waitForEqual(t, field('response-body').locator('.json-key').first(), '"content"')
  await field('response-headers').click()
  await waitForMatch(t, field('response'), /content-type: application\/json.*x-request-id: /s)
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

t.test('the request sender of a board', async (t) => {
  const { page, field, choose, submit, base } = await openSender(t, { allowed: /400|415|ERR_FAILED/ })

  await t.test('a tester sends what is invalid, and reads every kind of response', async (t) => {
    await choose('createTask')
    await field('body').fill('{"title": ')
    await page.getByText('This is not valid JSON, but you can send it.').waitFor()
    await waitForEqual(t, page.getByTestId('send-request'), 'Send invalid JSON')
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
    await waitForMatch(t, page.getByTestId('not-sent'), /not sent: Host\.$/)
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
    await waitForMatch(t, field('response-body'), '"fileName": "example.txt"')
    const picture = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from('89504e470d0a1a0a00', 'hex') }
    await field('files').setInputFiles(picture)
    t.equal(await submit(), '201 Created')
    const [{ id }] = JSON.parse(await field('response-body').innerText())
    await field('method').selectOption('GET')
    await field('path').fill(`/tasks/3/attachments/${id}`)
    t.equal(await submit(), '200 OK')
    await waitForMatch(t, field('response'), /The body is a file \(image\/png, 9 B\)/)
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
