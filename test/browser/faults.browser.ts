import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { startBrowser } from './browser.js'
import { execute, fillInParameter, openDocument, openOperation } from './swagger-ui.js'

const openPage = await startBrowser(t)

t.test('the page of buggy has a field for Prefer, which chooses the faults of a request', async (t) => {
  const { origin } = await startListening(t, { demoData: true })
  const { page, takeProblems } = await openPage(t, origin)
  await openDocument(page, origin, 'buggy')
  const block = await openOperation(page, 'getTaskSummary')
  t.equal((await execute(block)).status, 200, 'the field is empty at first')
  await fillInParameter(block, 'Prefer', 'fault=server-error')
  const { status, response } = await execute(block)
  t.equal(status, 500)
  t.equal(await response.headerValue('preference-applied'), 'fault=server-error')
  t.strictSame(takeProblems().sort(), [
    '500: /api/buggy/tasks/summary',
    'error: Failed to load resource: the server responded with a status of 500 (Internal Server Error)',
  ])
})

t.test('the pages of v1 and v2 have no field for Prefer (decision 78)', async (t) => {
  const { origin } = await startListening(t, await ownStore())
  const { page } = await openPage(t, origin)
  for (const name of ['v1', 'v2']) {
    await openDocument(page, origin, name)
    const block = await openOperation(page, 'listTasks')
    // Swagger UI shows the parameters of an operation together, but later than its button.
    await block.locator('tr[data-param-name="status"]').waitFor()
    t.equal(await block.locator('tr[data-param-name="Prefer"]').count(), 0, name)
  }
})
