import t from 'tap'
import { ownStore } from '../kit/helper.js'
import { startListening } from '../kit/raw-http.js'
import { openPage } from './browser.js'
import { isShown, openDocument, openOperation, operationBlock } from './swagger-ui.js'
import { waitForEqual, waitForMatch } from './wait-for.js'

const { origin } = await startListening(t, await ownStore())
const page = await openPage(t, origin)

t.test('a link to an operation opens it, also after a reload', async (t) => {
  await openDocument(page, origin, 'v2', '#/Tasks/createTask')
  for (const state of ['opened', 'reloaded']) {
    await operationBlock(page, 'createTask').locator('.execute').waitFor()
    await waitForEqual(t, () => page.locator('.opblock.is-open').count(), 1, `${state}: no other operation is open`)
    await waitForMatch(t, page.locator('.info .title'), 'Task Board Service v2', state)
    await page.reload()
    await isShown(page)
  }
})

t.test('opening an operation changes the URL to a link to it', async () => {
  await openDocument(page, origin, 'buggy')
  await openOperation(page, 'downloadAttachment')
  await page.waitForURL(`${origin}/docs?urls.primaryName=buggy#/Attachments/downloadAttachment`)
})
