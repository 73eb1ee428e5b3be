import type { OpenAPIV3 } from 'openapi-types'
import type { Locator, Response } from 'playwright-core'
import t from 'tap'
import { VARIANTS } from '../../src/api/variants.js'
import type { Service } from '../kit/helper.js'
import { inTurn, sample } from '../kit/length.js'
import { examplesOf, operationsOf } from '../kit/openapi-operations.js'
import { createOracle, type ReceivedResponse } from '../kit/oracle.js'
import { startListening } from '../kit/raw-http.js'
import { openRenewableStore } from '../kit/renewable-store.js'
import { openPage } from './browser.js'
import { authorize, closeOperation, execute, fillInBody, openDocument, openOperation } from './swagger-ui.js'

/** Operations whose responses differ from the example: they contain tokens, depend on a file, or are longer. */
const DIFFERENT_FROM_EXAMPLE = ['login', 'refresh', 'uploadAttachments', 'listTasks']

/** Fills in values that a document cannot contain: a fresh refresh token, and a file. */
async function fillInFreshValues(operationId: string, block: Locator, service: Service): Promise<void> {
  if (operationId === 'refresh') {
    const { refreshToken } = await service.login()
    await fillInBody(block, { refreshToken })
  }
  if (operationId === 'uploadAttachments') {
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') }
    await block.locator('input[type=file]').setInputFiles(file)
  }
}

async function readResponse(response: Response): Promise<ReceivedResponse> {
  const status = response.status()
  // The browser cannot return the body of a 204.
  const body = status === 204 ? Buffer.alloc(0) : await response.body()
  return { status, headers: await response.allHeaders(), body }
}

function successOf({ responses }: OpenAPIV3.OperationObject): [status: string, example: unknown] {
  const status = Object.keys(responses).find((code) => code.startsWith('2')) ?? ''
  // The page fills in the first example of a request.
  const [example] = Object.values(examplesOf(responses[status] as OpenAPIV3.ResponseObject))
  return [status, example]
}

const idsOf = (document: OpenAPIV3.Document) => operationsOf(document).map(({ operation }) => operation.operationId)

for (const { name } of VARIANTS) {
  t.test(`${name}: the prefilled requests of "Try it out" succeed on the demonstration board`, async (t) => {
    const { store, renew } = await openRenewableStore()
    const service = await startListening(t, { store })
    const { json: document } = await service.send(`GET /api/${name}/openapi.json`)
    const oracle = createOracle(document)
    const page = await openPage(t, service.origin)
    await openDocument(page, service.origin, name)
    const ofAll = idsOf((await service.send('GET /api/v1/openapi.json')).json)
    const operations = operationsOf(document).filter(({ operation: { operationId } }) => {
      const index = ofAll.indexOf(operationId)
      return index === -1 || inTurn(VARIANTS, index).some((variant) => variant.name === name)
    })
    for (const { method, operation } of sample(operations, 3)) {
      const operationId = String(operation.operationId)
      await t.test(operationId, async (t) => {
        await renew()
        if (operation.security?.length) await authorize(page, (await service.login()).token)
        const block = await openOperation(page, operationId)
        await fillInFreshValues(operationId, block, service)
        const { status, body, response } = await execute(block)

        const [success, example] = successOf(operation)
        t.equal(String(status), success)
        t.notMatch(response.url(), /[?&](status|priority|search)=/, 'filters are not filled in')
        const actual = await readResponse(response)
        t.strictSame(oracle(method, new URL(response.url()).pathname, actual), [])
        const isJson = String(actual.headers['content-type']).startsWith('application/json')
        t.equal(body === '', !isJson, 'only JSON is shown')
        if (isJson) t.strictSame(JSON.parse(body), JSON.parse(String(actual.body)), 'the page shows the response')
        if (isJson && !DIFFERENT_FROM_EXAMPLE.includes(operationId)) t.strictSame(JSON.parse(body), example)
        await closeOperation(block)
      })
    }
  })
}
