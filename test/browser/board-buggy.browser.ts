import t from 'tap'
import { minute } from '../classroom/training/learner.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual, waitForMatch } from './wait-for.js'

/** The faults with a request that each applies to. */
const FAULTS: Record<string, 'search' | 'create' | 'open'> = {
  'slow-response': 'open',
  'server-error': 'create',
  'search-case': 'search',
  'missing-fields': 'open',
  pagination: 'search',
  'date-mix': 'open',
  'wrong-status': 'create',
}

t.test('with buggy, faults affect the actions of the user, and the page reports each of them', async (t) => {
  const { page, service, board, openTask, failure } = await openBoard(t, { allowed: /500/ })
  await operate(page, 'tab-score', 'owner', { 'owner-form-token': board.token }, 'owner-sign-in')
  await page.getByTestId('is-owner').waitFor()
  await operate(page, 'tab-requests', { 'choose-buggy': true })
  for (const [fault, action] of Object.entries(FAULTS)) {
    await board.asOwner('PUT /faults', { json: { script: [[fault]], scriptEnd: 'none' } })
    if (action === 'search') {
      await operate(page, { search: 'WRITE' }, 'apply-filters')
    } else if (action === 'create') {
      await operate(page, 'new-task', { 'field-title': `Created with ${fault}` }, 'save-task')
      if (fault === 'server-error') {
        t.equal(await failure(), 'An unexpected error occurred')
        page.once('dialog', (question) => question.accept())
        await page.getByTestId('close-dialog').click()
      }
    } else {
      await openTask('Write the returns policy')
      await page.getByTestId('close-dialog').click()
    }
    await service.app.flushLogs()
    await page.getByTestId('request-fault').getByText(fault).first().waitFor()
    await waitForMatch(
      t,
      page.getByTestId('last-request'),
      /^Last request: (GET|POST) \/api\/buggy\/tasks\S* · (200|201|500) · \d+ ms, measured by this page$/,
      fault,
    )
    if (action === 'search') {
      await page.getByTestId('search').fill('')
      await page.getByText('Write the returns policy').waitFor()
    }
  }
})

t.test('saving a task keeps the fields that a faulty response omitted', async (t) => {
  const { page, board, task, openTask, send } = await openBoard(t)
  const stored = await send('GET', '/tasks/1')
  // With this seed, the first response has no priority, and the third one has no description.
  await board.asOwner('PUT /faults', { json: { script: [['missing-fields'], []], scriptEnd: 'repeat', seed: 2 } })
  await page.getByTestId('choose-buggy').check()
  const shown = (id: string) =>
    page.locator('.field', { has: page.getByTestId(id) }).getByText('the stored value stays')
  const rename = async (title: string) => {
    await operate(page, { 'field-title': title }, 'save-task')
    await task(title).waitFor()
  }
  await openTask(stored.title)
  await waitForEqual(t, page.getByTestId('field-priority').locator(':checked'), 'Not in the response')
  await waitForEqual(t, () => shown('field-priority').isVisible(), true)
  t.equal(await shown('field-description').count(), 0, 'the response has a description')
  await rename('Renamed')
  await openTask('Renamed')
  await waitForEqual(t, () => page.getByTestId('field-description').getAttribute('placeholder'), 'Not in the response')
  await waitForEqual(t, () => shown('field-description').isVisible(), true)
  await rename('Renamed again')
  const { priority, description } = stored
  t.match(await send('GET', '/tasks/1'), { title: 'Renamed again', priority, description })
})

t.test('after a failed search, a message says that the list is the previous one, until the next action', async (t) => {
  const { page, board, titles, failure } = await openBoard(t, { allowed: /500/ })
  const before = await titles('TODO')
  await board.asOwner('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'none' } })
  await operate(page, { 'choose-buggy': true, search: 'returns policy' }, 'apply-filters')
  t.match(await failure(), /still shows the previous result.*An unexpected error occurred/)
  t.same(await titles('TODO'), before)
  await page.getByTestId('request').getByText('GET /api/buggy/tasks?search=returns+policy&page=0&size=100').waitFor()
  await page.getByTestId('choose-v1').check()
  await page.locator('.failure').waitFor({ state: 'detached' })

  await page.getByTestId('apply-filters').click()
  await page.getByText('Photograph the new products').waitFor({ state: 'detached' })
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/') && !request.headers()['x-request-id']) requests.push(request.url())
  })
  await page.getByTestId('search').fill('')
  await page.getByText('Photograph the new products').waitFor()
  t.equal(requests.length, 1, 'an empty field shows all tasks, with one request')
})

t.test('loading and refreshing the page does not use up faults', async (t) => {
  const { page, board, task, send } = await openBoard(t)
  await board.asOwner('PUT /faults', { json: { script: [['server-error']], scriptEnd: 'none' } })
  await page.goto(`${page.url()}#buggy`)
  await page.reload()
  await page.getByTestId('choose-buggy').waitFor()
  await waitForEqual(t, () => page.getByTestId('choose-buggy').isChecked(), true)
  await send('POST', '/tasks', { title: 'Of another client', status: 'TODO' })
  await task('Of another client').waitFor()
  t.equal((await board.asOwner('GET /faults')).json.ordinal, 0)
})

t.test('a learner finds a fault, reports it, and sees the score', async (t) => {
  const { page, service, board } = await openBoard(t)
  await board.asOwner('PUT /faults', { json: { script: [['wrong-status'], []], scriptEnd: 'repeat' } })
  await page.getByTestId('choose-buggy').check()
  for (const title of ['First', 'Second']) {
    await operate(page, 'new-task', { 'field-title': title }, 'save-task')
    await page.getByTestId('task').getByText(title, { exact: true }).waitFor()
    await service.app.flushLogs()
  }
  const created = page.getByTestId('request').filter({ hasText: 'POST' })
  await created.nth(1).waitFor()
  await waitForEqual(t, () => created.getByTestId('request-status').allInnerTexts(), ['201', '200'], 'newest first')
  await created.nth(1).getByTestId('open-request').click()
  await waitForMatch(t, created.nth(1).getByTestId('response').locator('pre'), '"title": "First"')
  const report = async (index: number, fault: string) => {
    await created.nth(index).getByTestId('report-fault').click()
    await created.nth(index).getByTestId('claim-fault').selectOption(fault)
    await created.nth(index).getByTestId('send-claim').click()
    return () => created.nth(index).getByTestId('verdict').innerText()
  }
  await waitForEqual(t, await report(1, 'wrong-status'), 'Right: the status was 200 instead of 201.')
  const wrong = await report(0, 'date-mix')
  await waitForMatch(
    t,
    wrong,
    /^Wrong\. This response was correct: all fields were present, dates were strings, and it took \d+ ms\.$/,
  )
  await created.nth(0).getByTestId('request-claim').getByText('This response was correct').waitFor()
  await page.getByTestId('tab-score').click()
  await page.getByTestId('score-claims').getByText('2').waitFor()
  await waitForEqual(t, page.getByTestId('score-found'), '1')
  await waitForEqual(t, page.getByTestId('score-wrong'), '1')
  await waitForEqual(t, page.getByTestId('score-precision'), '50%')
  await waitForEqual(t, page.getByTestId('score-recall'), '100%')
  await page.getByTestId('tab-requests').click()
  await waitForMatch(
    t,
    await report(0, 'none'),
    /^Right: all fields were present/,
    'another claim about the same response',
  )
  await operate(page, 'tab-score', 'report-defect', { 'claim-defect': 'size-ignored' }, 'send-defect')
  await page.getByTestId('defect-verdict').getByText('Wrong. Not this defect.').waitFor()
})

t.test('the command that the page copies sends the request again', async (t) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] }
  const { page, base } = await openBoard(t, { context })
  await operate(page, { 'choose-buggy': true }, 'new-task', { 'field-title': "It's new" }, 'save-task')
  const created = page.getByTestId('request').filter({ hasText: 'POST' })
  await created.getByTestId('open-request').click()
  const command = await readCopied(page, () => created.getByTestId('copy-curl').click())
  t.ok(
    command.startsWith(
      `curl -X POST '${base}/api/buggy/tasks' -H 'Content-Type: application/json' --data-raw '{"title":"It'\\''s new"`,
    ),
    command,
  )
})

t.test('with the feedback after, the page shows verdicts, faults and missed faults only after the end', async (t) => {
  const { page, service, board } = await openBoard(t)
  const exercise = {
    title: 'Find the faults',
    task: 'Load the board through buggy.',
    instructions: '# Steps\n\n1. Choose **buggy**\n\n<img src=x onerror=alert(1)> [a link](javascript:alert(1))',
    endsAt: minute(30),
    feedback: 'after',
    faults: { script: [['missing-fields']], scriptEnd: 'repeat' },
  }
  await board.asOwner('PUT /exercise', { json: exercise })
  await page.getByTestId('exercise').getByText('Find the faults').waitFor()
  await page.getByTestId('exercise-instructions').locator('h1').getByText('Steps').waitFor()
  await waitForMatch(t, page.getByTestId('exercise-instructions'), '<img src=x')
  t.equal(await page.locator('[data-testid=exercise-instructions] :is(img, [href^=javascript])').count(), 0)
  await operate(page, { 'choose-buggy': true }, 'apply-filters')
  const first = page.getByTestId('request').filter({ hasText: '/api/buggy/tasks' }).first()
  await operate(first, 'report-fault', { 'claim-fault': { option: 'none' } }, 'send-claim')
  await first.getByTestId('verdict').getByText('after the exercise').waitFor()
  t.equal(await page.getByTestId('request-fault').count(), 0)
  await page.getByTestId('tab-score').click()
  await page.getByTestId('score').getByText('You will see your score').waitFor()
  service.clock.now += 31 * 60_000
  await page.getByTestId('exercise-state').getByText('The exercise has ended.').waitFor()
  await page.getByTestId('request-fault').first().waitFor({ state: 'attached' })
  await page.getByTestId('score-wrong').getByText('1').waitFor()
  await page.getByTestId('missed').locator('summary').click()
  await waitForMatch(
    t,
    page.getByTestId('missed'),
    /missing-fields: description or priority is missing.*GET \/api\/buggy\/tasks, 200/s,
  )
  await waitForEqual(t, () => page.getByTestId('report-fault').count(), 0)
})
