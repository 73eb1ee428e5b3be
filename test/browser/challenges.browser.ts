import t from 'tap'
import type { Json } from '../kit/helper.js'
import { sample } from '../kit/length.js'
import { layoutProblems, PHONE } from './accessibility.js'
import { openBoard } from './open-news.js'
import { operate } from './operate.js'
import { operationBlock } from './swagger-ui.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const FIRST_HOUR = { challenges: ['first-hour'] }

t.test('challenges are ticked off as any client solves them, and lead to the request that did', async (t) => {
  const { service, page, board, base } = await openBoard(t, {
    context: { reducedMotion: 'reduce' },
  })
  await board.asOwner('PUT /exercise', { json: FIRST_HOUR })
  const badge = page.getByTestId('challenges-badge')
  await badge.getByText('0/16').waitFor()
  await page.locator('[data-testid=tab-challenges][aria-selected=true]').waitFor()
  await page.getByTestId('tab-requests').focus()
  await waitForEqual(t, () => new URL(page.url()).hash, '#v1?panel=requests')
  await page.keyboard.press('ArrowLeft')
  await page.locator('[data-testid=tab-challenges][aria-selected=true]:focus').waitFor()
  await waitForEqual(t, () => new URL(page.url()).hash, '#v1')
  const first = page.locator('[data-challenge=read-task]')
  const next = page.locator('[data-challenge=first-list]')
  await waitForEqual(t, next.getByTestId('challenge-task'), 'Read the list of all tasks of your board.')
  for (const count of [1, 2, 3]) {
    await next.getByTestId('show-hint').press('Enter')
    await next
      .getByTestId('challenge-hint')
      .nth(count - 1)
      .waitFor()
  }
  await waitForEqual(
    t,
    () => page.evaluate('document.activeElement.role'),
    'log',
    'the focus stays when the button disappears',
  )
  t.equal(await first.getByTestId('challenge-task').count(), 0)
  const operation = next.getByTestId('look-up-operation')
  await waitForEqual(t, operation, 'Look up “List tasks” in Swagger UI.')
  const swaggerUi = await page.context().newPage()
  await swaggerUi.goto(new URL((await operation.getAttribute('href')) ?? '', service.origin).href)
  await operationBlock(swaggerUi, 'listTasks').locator('.execute').waitFor()
  t.ok(swaggerUi.url().startsWith(`${base}/docs`), 'it is that of the board')
  await swaggerUi.close()

  await (await fetch(`${base}/api/v1/tasks`, { headers: { 'x-request-id': 'mine' } })).text()
  await page.getByTestId('celebration').getByText('Challenge solved: Read the list of tasks.').waitFor()
  await waitForMatch(t, page.getByTestId('celebration-status'), '1 of 16 solved.')
  await badge.getByText('1/16').waitFor()
  await page.locator('[data-challenge=first-list][data-state=solved]').waitFor()
  await first.getByTestId('challenge-task').getByText('Read a single task by its id.').waitFor()
  await page.getByTestId('tab-requests').click()
  service.clock.now += 1000
  await (await fetch(`${base}/api/v1/tasks?size=3`, { headers: { 'x-request-id': 'mine' } })).text()
  await page.locator('[data-request-id=mine]').nth(1).waitFor()
  await operate(page, { 'filter-method': { option: 'POST' } }, 'next-challenge')
  await page.getByTestId('celebration').waitFor({ state: 'detached' })
  await operate(next, 'open-challenge', 'challenge-solution-heading')
  await waitForEqual(t, next.getByTestId('challenge-solution'), 'curl $BOARD/api/v1/tasks')
  await next.getByTestId('show-solving-request').click()
  await page
    .locator('[data-request-id=mine]', { hasNotText: 'size=3' })
    .locator('[data-testid=open-request][aria-expanded=true]:focus')
    .waitFor()
})

t.test('the address opens the challenges with groups and filters, and the sender shows the task', async (t) => {
  const { page, base, url } = await openBoard(t, { allowed: /404/ })
  await (await fetch(`${base}/api/v1/tasks/1`)).text()
  await page.goto(`${url}#challenges`)
  await page.reload()
  const groups = page.getByTestId('challenge-group')
  await groups.first().getByText('The first hour').waitFor()
  t.equal(await page.getByTestId('first-run').count(), 0, 'the page leads to one thing')
  await waitForEqual(t, groups.first().getByTestId('group-progress'), '1 of 16')
  await page.getByTestId('challenge-filter').selectOption('solved')
  await waitForEqual(
    t,
    () => page.getByTestId('challenge').evaluateAll((rows) => rows.map((row) => row.dataset.challenge)),
    ['read-task'],
  )
  await operate(page, { 'challenge-filter': { option: 'all' }, 'challenge-grouping': { option: 'level' } })
  await groups.filter({ hasText: 'Resilience' }).locator('summary').click()
  const challenge = page.locator('[data-challenge=time-out]')
  await operate(challenge, 'open-challenge', 'try-challenge')
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  await waitForEqual(t, () => page.getByTestId('sender-variant').inputValue(), 'buggy')
  await operate(page, { 'sender-variant': { option: 'v1' }, 'sender-path': '/unknown' }, 'send-request')
  await page.getByTestId('sender-status').waitFor()
  await operate(page, 'tab-challenges', { 'challenge-grouping': { option: 'path' } })
  const readsList = page.locator('[data-challenge=first-list]')
  await readsList.getByTestId('try-challenge').click()
  await page.locator('[data-testid=sender-path]:focus').waitFor()
  const tried = page.getByTestId('tried-challenge')
  await tried.getByText('Read the list of all tasks of your board.').waitFor()
  await page.getByTestId('sender-status').waitFor({ state: 'detached' })
  await tried.getByTestId('back-to-challenge').click()
  await readsList.getByTestId('show-hint').waitFor()
  await operate(page, 'tab-requests', { 'sender-path': '/tasks?size=3' }, 'send-request')
  await tried.getByText('Your last request has not solved this challenge yet.').waitFor()
  await operate(page, { 'sender-path': '/tasks' }, 'send-request')
  await tried.waitFor({ state: 'detached' })
  await page.getByTestId('sender-status').getByText('200').waitFor()
})

/** The challenges whose request the sender has ready. */
const STARTED = [
  ...['first-list', 'read-task', 'delete-task', 'first-task', 'replace-task', 'board-summary', 'first-comment'],
  ...['login', 'first-file'],
]

t.test('the first click of “Send” solves the challenge that the user tries, or sends nothing', async (t) => {
  const { page, base, url } = await openBoard(t)
  await page.goto(`${url}#challenges`)
  await page.reload()
  await page.getByTestId('challenge-grouping').selectOption('level')
  await page.getByTestId('challenge').first().waitFor()
  await page.getByTestId('challenge-group').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '')
  })
  const path = page.getByTestId('sender-path')
  async function tryChallenge(name: string) {
    await page.getByTestId('tab-challenges').click()
    const row = page.locator(`[data-challenge=${name}]`)
    const head = row.getByTestId('open-challenge')
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    const title = await row.locator('.challenge-title').innerText()
    await row.getByTestId('try-challenge').click()
    await page.getByTestId('tried-challenge').getByText(title, { exact: true }).waitFor()
    return title
  }
  for (const name of sample(STARTED, 2)) {
    const title = await tryChallenge(name)
    await waitForEqual(t, async () => (await path.inputValue()) !== '', true, name)
    await page.getByTestId('send-request').click()
    const celebration = page.getByTestId('celebration')
    await waitForMatch(t, celebration, new RegExp(`^Challenges? solved: ${title.replace('.', '')}`))
    await page.getByTestId('close-celebration').click()
  }
  const { challenges } = (await (await fetch(`${base}/challenges`)).json()) as Json
  const others: string[] = challenges
    .filter(({ name, solved }: Json) => !solved && !STARTED.includes(name))
    .map(({ name }: Json) => name)
  const tried = sample(others, 20)
  for (const name of tried) {
    await tryChallenge(name)
    t.equal(await path.inputValue(), '', name)
  }
  await page.getByTestId('send-request').click()
  await page.getByText('Choose an operation, or write a path, for example /tasks.').waitFor()
  await path.fill('/tasks/1')
  await tryChallenge(tried.at(-1) ?? '')
  t.equal(await path.inputValue(), '/tasks/1', 'what the user has written for the challenge stays')
})

t.test('a learner sees nothing that the exercise hides', async (t) => {
  const { page, board, base, url } = await openBoard(t)
  const exercise = {
    challenges: ['find-date-mix', 'first-list'],
    challengeHints: 'off',
    solutions: 'off',
    feedback: 'after',
  }
  await board.asOwner('PUT /exercise', {
    json: { ...exercise, endsAt: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await page.goto(`${url}#challenges`)
  await page.reload()
  await page.locator('[data-challenge=find-date-mix][data-state=hidden]').waitFor()
  await (await fetch(`${base}/api/v1/tasks`)).text()
  await page.locator('[data-challenge=first-list][data-state=solved]').waitFor()
  await page.locator('[data-challenge=first-list]').getByTestId('open-challenge').click()
  t.equal(await page.getByTestId('show-hint').count(), 0)
  t.equal(await page.getByTestId('look-up-operation').count(), 0)
  t.equal(await page.getByTestId('challenge-solution-heading').count(), 0)
  await board.asOwner('PUT /exercise', { json: { challenges: [] } })
  await page.getByTestId('tab-challenges').waitFor({ state: 'detached' })
  await page.locator('[data-testid=tab-requests][aria-selected=true]').waitFor()
})

t.test('a part of the page that cannot be loaded says so, and is loaded by the next attempt', async (t) => {
  const { page, openTask, failure } = await openBoard(t, { allowed: /ERR_FAILED/ })
  await page.route('**/*.js', (route) => route.abort())
  await page.getByTestId('task-title').getByText('Set up monitoring', { exact: true }).click()
  t.equal(await failure(), 'The task could not be shown. Check the connection and try again.')
  await page.getByTestId('tab-challenges').click()
  await page.getByText('The challenges could not be loaded.').waitFor()
  await page.unroute('**/*.js')
  await operate(page, 'tab-requests', 'tab-challenges')
  await page.getByTestId('challenges').waitFor()
  await openTask('Set up monitoring')
})

t.test('challenges fit a phone, and have no accessibility problems', async (t) => {
  const { page, base } = await openBoard(t, {
    context: { viewport: PHONE, reducedMotion: 'reduce' as const },
  })
  await page.locator('.to-challenges').click()
  await page.locator('[data-testid=tab-challenges][aria-selected=true]:focus').waitFor()
  await (await fetch(`${base}/api/v1/tasks`)).text()
  await page.getByTestId('celebration').waitFor()
  t.strictSame(await layoutProblems(page), [])
})
