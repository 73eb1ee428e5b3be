import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import t from 'tap'
import { layoutProblems, PHONE } from './accessibility.js'
import { openBoard } from './board-page.js'
import { operate } from './operate.js'
import { readCopied, waitForEqual, waitForMatch } from './wait-for.js'

const CONTEXT = { permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' as const }

/** Writes the files of a zip into a folder, and returns their paths. */
function unzip(zip: Buffer, folder: string): string[] {
  const files = Object.entries(unzipSync(zip))
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return files.map(([path]) => path)
}

/** Runs the tests of a folder, and returns the numbers of those that have passed and failed. */
function runTests(folder: string, API_URL?: string): Promise<string> {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const options = { cwd: folder, env: { ...env, ...(API_URL !== undefined && { API_URL }) } }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--test', '--test-reporter=tap'], options, (_, output) => {
      resolve(['pass', 'fail'].map((kind) => new RegExp(`# ${kind} (\\d+)`).exec(output)?.[1]).join())
    })
  })
}

/** Sends a request with the request sender of the page, and returns its row. */
async function sendFromPage(page: Page, variant: string, operation: string, fields: Record<string, string>) {
  if ((await page.getByTestId('sender').count()) === 0) await page.getByTestId('open-sender').click()
  await page.getByTestId('sender-variant').selectOption(variant)
  await page.getByTestId('sender-operation').locator(`option[value=${operation}]`).waitFor({ state: 'attached' })
  await page.getByTestId('sender-operation').selectOption(operation)
  for (const [name, value] of Object.entries(fields)) await page.getByTestId(`sender-${name}`).fill(value)
  await page.getByTestId('send-request').click()
  const row = page.locator('[data-testid=request][data-latest=true]')
  await row.getByTestId('request-details').waitFor()
  return row
}

t.test('requests become a suite, which passes on a correct board and fails on the faulty one', async (t) => {
  const { page, board, base, url } = await openBoard(t, { context: CONTEXT })
  await board.asOwner('PUT /faults', { json: { rates: { 'wrong-status': 1, 'missing-fields': 1 } } })
  await page.goto(`${url}#buggy`)
  await page.reload()
  const created = await sendFromPage(page, 'buggy', 'createTask', { body: '{"title":"Made by hand","status":"TODO"}' })
  await created.getByTestId('make-test').click()
  const dialog = page.getByTestId('test-dialog')
  const code = dialog.getByTestId('test-code')
  await waitForMatch(t, code, /Made by hand.*taskResponse\.status, 200\)/s)
  await dialog.getByText('The test expects what you see.').waitFor()
  t.notMatch(await code.innerText(), /priority|201/, 'nothing that a fault hides')
  await page.keyboard.press('Escape')
  await created.locator('[data-testid=make-test]:focus').waitFor()
  await operate(created, 'report-fault', { 'claim-fault': { option: 'wrong-status' } }, 'send-claim')
  await created.getByTestId('expected').waitFor()
  const ofClaim = created.locator('.claim-row').getByTestId('make-test')
  await ofClaim.focus()
  await page.keyboard.press('Enter')
  await waitForMatch(t, code, /taskResponse\.status, 201.*task\.priority, 'MEDIUM'/s)
  t.equal(await readCopied(page, () => dialog.getByTestId('copy-test').click()), await code.innerText())
  await dialog.getByTestId('test-style').selectOption('pytest')
  await waitForMatch(t, code, /assert task\["priority"\] == "MEDIUM"/)
  await dialog.getByTestId('add-test').click()
  await dialog.getByText('This test is in your suite.').waitFor()
  await dialog.getByTestId('close-test').click()

  await page.reload()
  const list = await sendFromPage(page, 'v1', 'listTasks', { path: '/tasks?status=DONE&size=2' })
  await list.getByTestId('make-test').click()
  await waitForEqual(t, () => dialog.getByTestId('test-style').inputValue(), 'pytest', 'the choice is kept')
  await operate(dialog, { 'test-style': { option: 'node-test' } }, 'add-test')
  await waitForMatch(
    t,
    dialog.getByTestId('suite'),
    /My suite \(2\).*returns 201, without missing-fields and wrong-status.*returns 200/s,
  )
  const folder = t.testdir()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByTestId('download-suite').click()])
  t.equal(download.suggestedFilename(), 'tests-node-test.zip')
  const paths = unzip(readFileSync(await download.path()), folder)
  const others = paths.filter((path) => !path.includes('.test.'))
  t.strictSame(others, ['README.md'])
  t.equal(await runTests(folder, `${base}/api/v1`), '2,0', 'correct')
  t.equal(await runTests(folder), '1,1', 'the list went to v1, which is correct')
  t.equal(await runTests(folder, `${base}/api/buggy`), '0,2')
  await dialog.getByTestId('remove-test').first().click()
  await waitForMatch(t, dialog.getByTestId('suite'), /My suite \(1\)/)
})

t.test('a running exercise gives no fault away, and its summary makes tests that find the missed faults', async (t) => {
  const { service, page, board, base, url } = await openBoard(t, { context: { ...CONTEXT, viewport: PHONE } })
  const endsAt = new Date(service.clock.now + 30 * 60_000).toISOString()
  await board.asOwner('PUT /exercise', { json: { endsAt, faults: { script: [['wrong-status']], scriptEnd: 'none' } } })
  const json = JSON.stringify({ title: 'Missed', status: 'TODO' })
  const headers = { 'x-request-id': 'missed', 'content-type': 'application/json' }
  await (await fetch(`${base}/api/buggy/tasks`, { method: 'POST', headers, body: json })).text()
  await page.reload()
  const row = page.locator('[data-request-id=missed]')
  await operate(row, 'open-request', 'make-test')
  const dialog = page.getByTestId('test-dialog')
  await waitForMatch(t, dialog.getByTestId('test-code'), 'assert.equal(taskResponse.status, 200)')
  await dialog.getByTestId('add-test').click()
  t.strictSame(await layoutProblems(page), [])
  await dialog.getByTestId('close-test').click()
  service.clock.now += 31 * 60_000
  await page.getByTestId('open-summary').click()
  await page.getByTestId('missed-results').getByTestId('make-test').click()
  await waitForMatch(t, dialog.getByTestId('test-code'), 'assert.equal(taskResponse.status, 201)')
  t.ok(url)
})
