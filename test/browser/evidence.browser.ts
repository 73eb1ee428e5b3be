import t from 'tap'
import { layoutProblems, PHONE } from './accessibility.js'
import { openBuggy, SCRIPT } from './open-buggy.js'
import { operate } from './operate.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

t.test('a right claim shows the expected response and the difference, marked in both texts', async (t) => {
  const { page, base, row, request, openRow, report } = await openBuggy(t, [['date-mix']])
  await request('dates', 'POST', '/api/v1/tasks', { title: SCRIPT, status: 'TODO' })
  await request('search', 'GET', '/api/buggy/tasks?size=2&search=onerror')
  await waitForMatch(t, row('search').getByTestId('open-request'), /GET \/api\/buggy\/tasks\?size=2&search=onerror/)
  await waitForMatch(t, row('search').getByTestId('request-size'), /^\d+ B$/)
  await openRow('search')
  t.equal(await row('search').getByTestId('expected').count(), 0, 'the expected response is not shown before')
  await waitForMatch(t, row('search').getByTestId('response'), SCRIPT, 'a body is shown as text')
  await waitForMatch(t, row('search').getByTestId('headers'), 'content-type: application/json')
  await row('search').locator('[data-testid=response] + [data-testid=headers]').getByText('Response headers').waitFor()
  await report('search', 'pagination')
  await waitForMatch(t, row('search').getByTestId('request-claim'), /^pagination: Wrong\. Not this fault: /)
  t.equal(await row('search').getByTestId('expected').count(), 0, 'a wrong claim shows nothing more')
  await report('search', 'date-mix')
  await row('search').getByTestId('expected').waitFor()
  await waitForMatch(t, row('search').getByTestId('difference'), /(created|updated)At of task \d+ is a number/)
  await waitForMatch(t, row('search').getByTestId('expected').locator('mark').first(), /^"\w+At": "20/)
  await waitForMatch(t, row('search').getByTestId('response').locator('mark').first(), /^"\w+At": \d+$/)
  t.equal(await page.locator('[data-testid=request-details] img').count(), 0)
  const headers = { 'x-request-id': 'chosen', prefer: 'fault=date-mix' }
  await (await fetch(`${base}/api/buggy/tasks`, { headers })).text()
  await row('chosen').getByTestId('report-fault').waitFor()
  await openRow('chosen')
  await row('chosen')
    .getByTestId('not-reportable')
    .getByText('This request chose its fault with Prefer, so it cannot be reported.')
    .waitFor()
  t.equal(await row('chosen').getByTestId('report-fault').count(), 0)
})

t.test('omitted tasks are marked in the expected response, and other places by their index', async (t) => {
  const { page, row, request, openRow, report } = await openBuggy(t, [
    ['search-case'],
    ['wrong-status'],
    ['missing-fields'],
    ['date-mix'],
  ])
  await request('search', 'GET', '/api/buggy/tasks?search=WRITE')
  await request('create', 'POST', '/api/buggy/tasks', '{"title":"New","status":"TODO","x":9007199254740993,"x":1.10}')
  await openRow('search')
  await report('search', 'search-case')
  const marks = row('search').getByTestId('expected').locator('mark')
  await marks.first().waitFor()
  await waitForMatch(t, marks.first(), /^\{\s+"id": \d+,/)
  await waitForMatch(
    t,
    async () => (await row('search').getByTestId('response').locator('mark').allInnerTexts()).join(),
    '"totalElements": 0',
  )
  await openRow('create')
  await waitForMatch(
    t,
    row('create').getByTestId('sent'),
    /"title": "New",\s+"status": "TODO",\s+"x": 9007199254740993,\s+"x": 1\.10\s/,
    'the body is shown as it was sent',
  )
  await report('create', 'wrong-status')
  await row('create').getByTestId('expected').locator('mark').getByText('Status 201').waitFor()
  await waitForEqual(t, () => row('create').getByTestId('response').locator('mark').allInnerTexts(), ['Status 200'])
  await request('list', 'GET', '/api/buggy/tasks')
  await openRow('list')
  await report('list', 'missing-fields')
  const marked = row('list').getByTestId('expected').locator('pre')
  await marked.locator('mark').waitFor()
  const unmarked = row('list').getByTestId('response').locator('pre')
  const scrolled = () => Promise.all([marked, unmarked].map((text) => text.evaluate(({ scrollTop }) => scrollTop)))
  const showsPlace = ([first = 0, second]: number[]) => first > 0 && first === second
  await waitForEqual(t, async () => showsPlace(await scrolled()), true, 'both texts show the place')
  await waitForEqual(t, () => page.getByTestId('score-faults').locator('thead th').allInnerTexts(), [
    'Fault',
    'Found',
    'Wrong',
  ])
  await request('dates', 'GET', '/api/buggy/tasks?size=20')
  await openRow('dates')
  await report('dates', 'date-mix')
  const places = row('dates').getByTestId('show-place')
  await places.nth(1).waitFor()
  await row('dates').getByTestId('more-differences').click()
  await places.last().focus()
  await page.keyboard.press('Enter')
  const box = row('dates').getByTestId('response').locator('pre')
  await page.locator('[data-testid=response] pre:focus').waitFor()
  const isInView = async () => {
    const [text, mark] = [await box.boundingBox(), await box.locator('mark').last().boundingBox()]
    return text !== null && mark !== null && mark.y > text.y && mark.y + mark.height < text.y + text.height
  }
  await waitForEqual(t, isInView, true, 'the last difference is in view')
})

t.test('a long text says that it is cut, and a request that is gone says so', async (t) => {
  const { row, request, openRow, send } = await openBuggy(t, [])
  for (let count = 0; count < 40; count++) {
    await send('POST', '/tasks', { title: `Long ${count}`, status: 'TODO', description: 'x'.repeat(500) })
  }
  await request('long', 'GET', '/api/v1/tasks?size=100')
  await openRow('long')
  await waitForMatch(
    t,
    row('long').getByTestId('response'),
    /Only the first 16,384 characters are shown\. The full body has \d\d\.\d kB\./,
  )
  await request('same', 'GET', '/api/v1/tasks/1')
  await request('same', 'GET', '/api/v1/tasks/2')
  await row('same').nth(1).getByTestId('open-request').click()
  await row('same').nth(1).getByTestId('not-recorded').getByText('The request is no longer recorded.').waitFor()
})

t.test('the report form takes the focus, and gives it back', async (t) => {
  const { page, row, request } = await openBuggy(t, [['wrong-status']])
  await request('create', 'POST', '/api/buggy/tasks', { title: 'New', status: 'TODO' })
  const button = row('create').getByTestId('report-fault')
  const hasFocus = (id: string) => page.locator(`[data-testid=${id}]:focus`).waitFor()
  await button.focus()
  await page.keyboard.press('Enter')
  await hasFocus('claim-fault')
  await row('create').getByTestId('claim-fault').selectOption('wrong-status')
  await row('create').getByTestId('send-claim').focus()
  await page.keyboard.press('Enter')
  await row('create').getByTestId('verdict').waitFor()
  await hasFocus('report-fault')
  await page.getByTestId('apply-filters').focus()
  await page.keyboard.press('Enter')
  await page.getByTestId('last-request').getByText('Last request: GET').waitFor()
  await hasFocus('apply-filters')
})

t.test('an open request, its report form and the request sender have no accessibility problems', async (t) => {
  const context = { viewport: PHONE, reducedMotion: 'reduce' as const }
  const { page, row, request, openRow, report } = await openBuggy(t, [['server-error']], { context })
  await request('create', 'POST', '/api/buggy/tasks', { title: 'New', status: 'TODO' })
  await openRow('create')
  await report('create', 'server-error')
  await row('create').getByTestId('expected').waitFor()
  await row('create').getByTestId('report-fault').click()
  await row('create').getByTestId('explained-faults').locator('summary').click()
  await row('create').getByTestId('explained-faults').getByText('The search is case-sensitive.').waitFor()
  await page.getByTestId('open-sender').click()
  await page.getByTestId('sender-operation').locator('option[value=createTask]').waitFor({ state: 'attached' })
  await operate(page, { 'sender-operation': { option: 'createTask' } }, 'send-request', 'sender-history')
  await operate(page, 'sender-response-headers', { 'sender-body': '{"title":' })
  t.strictSame(await layoutProblems(page), [])
  await page.getByTestId('filter-method').selectOption('PATCH')
  await page.getByTestId('show-all-requests').waitFor()
  t.strictSame(await layoutProblems(page), [], 'no requests')
})
