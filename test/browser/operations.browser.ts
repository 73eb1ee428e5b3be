import type { OpenAPIV3 } from 'openapi-types'
import type { Locator, Response } from 'playwright-core'
import t from 'tap'
import { VARIANTS } from '../../src/variants.js'
import type { Service } from '../helper.js'
import { operationsOf } from '../openapi-operations.js'
import { type Answer, createOracle } from '../oracle.js'
import { startListening } from '../raw-http.js'
import { startBrowser } from './browser.js'
import { NO_WIDGET_FOR_FILES } from './known-problems.js'
import { openRenewableStore } from './renewable-store.js'
import { authorize, closeOperation, execute, fillInBody, openDocument, openOperation } from './swagger-ui.js'

/** Answers that hold tokens, that depend on a file, or that the document shows a shorter page of. */
const NOT_REPEATABLE = ['login', 'refresh', 'uploadAttachments', 'listTasks']

const openPage = await startBrowser(t)

/** What no document can prefill: a token that was given out just now, and a file. */
async function fillInTheRest(operationId: string, block: Locator, service: Service): Promise<void> {
  if (operationId === 'refresh') {
    const { refreshToken } = await service.login()
    await fillInBody(block, { refreshToken })
  }
  if (operationId === 'uploadAttachments') {
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') }
    await block.locator('input[type=file]').setInputFiles(file)
  }
}

async function answerOf(response: Response): Promise<Answer> {
  const status = response.status()
  // Browsers keep no body of an answer that cannot have one.
  const body = status === 204 ? Buffer.alloc(0) : await response.body()
  return { status, headers: await response.allHeaders(), body }
}

function successOf({ responses }: OpenAPIV3.OperationObject): [status: string, example: unknown] {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? ''
  const { content } = responses[status] as OpenAPIV3.ResponseObject
  return [status, content?.['application/json']?.example]
}

for (const { name, bearer } of VARIANTS) {
  t.test(`${name}: what "Try it out" prefills works on the demonstration board`, async (t) => {
    const { store, renew } = await openRenewableStore()
    const service = await startListening(t, { store })
    const { json: document } = await service.send(`GET /api/${name}/openapi.json`)
    const oracle = createOracle(document)
    const { page, takeProblems } = await openPage(t, service.origin)
    await openDocument(page, service.origin, name)
    for (const { method, operation } of operationsOf(document)) {
      const operationId = String(operation.operationId)
      await t.test(operationId, async (t) => {
        await renew()
        if (bearer && operation.security?.length !== 0) await authorize(page, (await service.login()).token)
        const block = await openOperation(page, operationId)
        await fillInTheRest(operationId, block, service)
        const { status, body, response } = await execute(block)

        const [success, example] = successOf(operation)
        t.equal(String(status), success)
        const answer = await answerOf(response)
        t.strictSame(oracle(method, new URL(response.url()).pathname, answer), [])
        const isJson = String(answer.headers['content-type']).startsWith('application/json')
        t.equal(body === '', !isJson, 'JSON is shown, anything else is not')
        if (isJson) t.strictSame(JSON.parse(body), JSON.parse(String(answer.body)), 'what came is shown')
        if (isJson && !NOT_REPEATABLE.includes(operationId)) t.strictSame(JSON.parse(body), example)
        t.strictSame(takeProblems(), operationId === 'uploadAttachments' ? [NO_WIDGET_FOR_FILES] : [])
        await closeOperation(block)
      })
    }
  })
}
