import { pathToFileURL } from 'node:url'
import type { BrowserContextOptions } from 'playwright-core'
import t, { type Test } from 'tap'
import { DEFECTS } from '../../src/api/defects/catalogue.js'
import { describeDefect } from '../../src/classroom/defects/routes.js'
import { toReport } from '../../src/commands/grade/report/grade-report.js'
import { gradeScoreOf, scoresBy } from '../../src/commands/grade/report/score.js'
import type { DefectResult, GradeResult } from '../../src/commands/grade/types.js'
import { formatHtml } from '../../src/commands/report/html.js'
import type { Report, ShownExchange } from '../../src/commands/report/report.js'
import type { PlannedTest } from '../../src/rules/exposures/plan/plan.js'
import { STYLES } from '../../src/rules/exposures/print/styles.js'
import { REPORT } from '../commands/report/report.js'
import { layoutProblems } from './accessibility.js'
import { visit } from './browser.js'
import { readCopied, waitForEqual } from './wait-for.js'

const SCREEN = { width: 1280, height: 900 }
const REACHED = 'error-without-errors'
const NOT_REACHED = 'put-keeps-omitted-fields'

const RUN = { isPassed: true, exitCode: 0, signal: null, isTimedOut: false, seconds: 1, requests: 9, isLimited: false }

const body = (json: object) => ({ text: JSON.stringify(json), bytes: JSON.stringify(json).length })
const response = (json: object) => ({ status: 400, headers: { 'content-type': 'application/json' }, body: body(json) })
const EXCHANGE: ShownExchange = {
  request: { mediaType: 'application/json', body: body({ title: '' }) },
  response: response({ message: 'Validation failed' }),
  expected: response({ message: 'Validation failed', errors: { title: 'A title is required' } }),
  difference: [{ at: 'body.errors', kind: 'missing', sentence: '`errors` is missing.' }],
}

/** The report of a suite that has reached one missed defect, and found every third of the others. */
function reportOf(hasTests = true): Report {
  const results = DEFECTS.map((defect, index): DefectResult => {
    const isReached = defect.name === REACHED
    const isFound = index % 3 === 0 && !isReached && defect.name !== NOT_REACHED
    const first = { number: 5, requestId: 'a-test', time: '', method: 'POST', target: '/api/v2/tasks', status: 400 }
    return {
      ...describeDefect(defect),
      outcome: isFound ? 'found' : 'missed',
      reach: isFound ? null : isReached ? 'not-asserted' : 'not-reached',
      evidence: isReached ? { effect: 'response', requests: 1, first } : null,
      exchange: isReached ? EXCHANGE : null,
      ...{ run: RUN, output: null, earlierRun: null, repeated: null },
    }
  })
  const result: GradeResult = {
    ...{ version: '2.0.0', command: ['npm', 'test'], variant: 'v2', server: null, startedAt: '', seconds: 9, jobs: 2 },
    ...{ provisional: null, problem: null, output: null, coverage: null, skipped: [] },
    ...{ score: gradeScoreOf(results), bySeverity: scoresBy(results, 'severity'), byArea: scoresBy(results, 'area') },
    ...{ correctRuns: [RUN], controlRuns: [RUN], defects: results },
  }
  return toReport(result, undefined, hasTests)
}

/** Opens a report as a file. */
async function openReport(
  t: Test,
  report: Report,
  { hash = '', ...options }: BrowserContextOptions & { hash?: string },
) {
  const folder = t.testdir({ 'report.html': formatHtml(report) })
  const permissions = ['clipboard-read', 'clipboard-write']
  return visit(t, `${pathToFileURL(folder)}/report.html${hash}`, {
    viewport: SCREEN,
    permissions,
    ...options,
  })
}

t.test('a report shows all defects on one screen, and filters and searches them', async (t) => {
  const page = await openReport(t, reportOf(), {})
  const rows = page.getByTestId('row')
  const shown = page.getByTestId('shown')
  await waitForEqual(t, () => rows.count(), DEFECTS.length)
  const heightOf = async (name: string) => (await page.getByTestId(name).boundingBox())?.height ?? Infinity
  t.ok((await heightOf('rows-failed')) + (await heightOf('rows-passed')) < SCREEN.height)
  t.match(await page.getByTestId('headline').innerText(), /^Score \d+(\.\d)?%: found \d+ of \d+ defects\.$/)
  await page.getByTestId('filter-status').selectOption('passed')
  await waitForEqual(t, () => page.getByTestId('rows-failed').count(), 0)
  await page.getByTestId('filter-group').selectOption('auth')
  await page.getByTestId('filter-tag').selectOption('critical')
  const expected = reportOf().rows.filter(({ status, group, tags }) => {
    return status === 'passed' && group === 'auth' && tags.includes('critical')
  })
  await waitForEqual(t, shown, `${expected.length} of ${DEFECTS.length} shown`)
  await page.getByTestId('clear').click()
  await waitForEqual(t, shown, `${DEFECTS.length} shown`)
  await page.getByTestId('search').fill('tb-029')
  await waitForEqual(t, () => rows.count(), 1)
  for (const search of ['xyzzy', 'tb-029 xyzzy']) {
    await page.getByTestId('search').fill(search)
    await waitForEqual(t, () => rows.count(), 0, `${search}: a row has all words`)
  }
  await page.getByTestId('clear').click()
  await page.getByTestId('overview').getByRole('button', { name: 'auth' }).click()
  const inAuth = DEFECTS.filter(({ area }) => area === 'auth').length
  await waitForEqual(t, () => rows.count(), inAuth)
})

t.test('the keyboard searches, opens, moves and closes', async (t) => {
  const page = await openReport(t, reportOf(), {})
  const details = page.getByTestId('row-details')
  const focused = () => page.evaluate<string>('document.activeElement.querySelector(".name")?.textContent')
  await page.getByTestId('row').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(REACHED)
  await page.keyboard.press('Enter')
  await details.waitFor()
  t.match(page.url(), `#${REACHED}`)
  t.equal(await focused(), REACHED)
  await page.keyboard.press('Escape')
  await waitForEqual(t, () => details.count(), 0)
  t.equal(await focused(), REACHED)
  await page.getByTestId('clear').click()
  const names = await page.locator('.name').allInnerTexts()
  await page.getByTestId('row').first().focus()
  await page.keyboard.press('ArrowRight')
  t.equal(await focused(), names[1])
  await page.keyboard.press('ArrowDown')
  const index = names.indexOf(await focused())
  t.ok(index > 2, 'the row below')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  t.equal(await focused(), names[0])
  await page.keyboard.press('Enter')
  await details.waitFor()
  await page.goBack()
  await waitForEqual(t, () => details.count(), 0)
})

t.test('a link opens a defect: what the suite overlooked, and the next test in all styles', async (t) => {
  const page = await openReport(t, reportOf(), { hash: `#${REACHED}` })
  const details = page.getByTestId('row-details')
  t.match(await details.innerText(), /A validation error has errors/)
  t.equal(
    await details.getByTestId('expected').locator('mark').innerText(),
    '"errors": {\n    "title": "A title is required"\n  }',
  )
  t.notMatch(await details.getByTestId('response').innerText(), 'errors')
  const boxes = await Promise.all(['expected', 'response'].map((name) => details.getByTestId(name).boundingBox()))
  t.equal(boxes[0]?.y, boxes[1]?.y, 'side by side')
  t.equal(await page.evaluate('scrollY > 0'), true)
  const testOf = (defect: string) => reportOf().rows.find(({ name }) => name === defect)?.test as PlannedTest
  for (const style of STYLES) {
    await page.getByTestId(`style-${style.name}`).click()
    await waitForEqual(t, page.getByTestId('test-code'), style.print(testOf(REACHED)), style.name)
  }
  const last = page.getByTestId('test-code')
  t.equal(await readCopied(page, () => page.getByTestId('copy-test').click()), await last.innerText())
  t.strictSame(await layoutProblems(page), [])
  await page.getByTestId('first-step').getByRole('link').first().click()
  await page.evaluate(`location.hash = '#${NOT_REACHED}'`)
  await waitForEqual(t, () => details.getByTestId('request-details').count(), 0)
  t.equal(await last.innerText(), STYLES.at(-1)?.print(testOf(NOT_REACHED)), 'the same style as before')
})

t.test('a report without tests has none, and one on paper has the rules of what was missed', async (t) => {
  const page = await openReport(t, reportOf(false), { hash: `#${REACHED}` })
  await page.getByTestId('row-details').waitFor()
  t.equal(await page.getByTestId('next-test').count(), 0)
  const rule = page.getByTestId('rows-failed').getByText('PUT replaces the task completely', { exact: false }).first()
  t.equal(await rule.isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  t.equal(await rule.isVisible(), true)
  t.equal(await page.getByTestId('search').isVisible(), false)
})

t.test('other reports are shown with their notes, and without scripts with all names and outcomes', async (t) => {
  const page = await openReport(t, REPORT, {})
  t.match(await page.getByTestId('note').innerText(), '<boom> & "bang"')
  t.equal(await page.getByTestId('row').count(), REPORT.rows.length)
  t.strictSame(await layoutProblems(page), [])
  const plain = await openReport(t, REPORT, { javaScriptEnabled: false })
  const text = await plain.locator('body').innerText()
  for (const { name } of REPORT.rows) t.match(text, name)
  t.match(text, /Score 50%.*Missed \(1\)\s+wildcards.*Found \(1\)/s)
})
