import type { OpenAPIV3 } from 'openapi-types'
import t, { type Test } from 'tap'
import { DEFECTS } from '../../../src/api/defects/catalogue.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { ADMIN_TOKEN, sendToHost, startBoard } from '../../kit/board.js'
import { startService } from '../../kit/helper.js'
import { operationsOf } from '../../kit/openapi-operations.js'

const start = (t: Test) => startService(t, { adminToken: ADMIN_TOKEN })

t.test('returns the test of a defect, to everybody', async (t) => {
  const service = await start(t)
  const found = await service.send('GET /defects/list-ignores-status/test?as=pytest&variant=v2')
  t.match(found, { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  t.match(found.bytes.toString(), /^import os\n.*\/api\/v2.*def test_the_filter_status/s)
  t.match((await service.send('GET /defects/list-ignores-status/test')).bytes.toString(), /^import assert .*\/api\/v1/s)
  const ofV2 = 'GET /defects/token-signature-ignored/test'
  t.match((await service.send(ofV2)).bytes.toString(), '/api/v2')
  const cases: [request: string, status: number, errors?: object][] = [
    ['GET /defects/nothing/test', 404],
    ['GET /defects/list-ignores-status/test?as=perl', 400, { as: /node-test/ }],
    [`${ofV2}?variant=buggy`, 400, { variant: /v1, v2/ }],
    [`${ofV2}?variant=v1`, 400, { variant: "Only v2 has the defect 'token-signature-ignored'" }],
  ]
  for (const [request, status, errors] of cases)
    t.match(await service.send(request), { status, json: { status, errors } }, request)
})

t.test('in the earlier edition, defects of rules that it does not have are unknown (decision 92)', async (t) => {
  const { service, asOwner, send } = await startBoard(t, { edition: earlier }, { defects: ['attachments', 'headers'] })
  t.strictSame((await asOwner('GET /defects')).json, {
    defects: ['allow-lists-all-methods', 'location-missing', 'location-of-list', 'tokens-cacheable'],
  })
  const refused = await asOwner('PUT /defects', { json: { defects: ['reorder-off-by-one'] } })
  t.equal(
    refused.json.errors['defects[0]'],
    "There is no defect or set 'reorder-off-by-one'. GET /defects lists all defects and sets",
  )
  const names = (await service.send('GET /defects')).json.defects.map(({ name }: { name: string }) => name)
  t.ok(names.includes('list-ignores-status'))
  t.notOk(names.includes('reorder-off-by-one'))
  t.equal((await send('GET /api/v1/tasks')).status, 200)
})

t.test('the catalogue describes every defect', async (t) => {
  const service = await startService(t)
  const { json, status } = await service.send('GET /defects')
  t.equal(status, 200)
  t.ok(json.defects.length >= 48, `${json.defects.length} defects`)
  t.equal(new Set(json.defects.map(({ name }: { name: string }) => name)).size, DEFECTS.length)
  const document = (await service.send('GET /api/v2/openapi.json')).json as OpenAPIV3.Document
  const operations = operationsOf(document).map(({ operation }) => operation.operationId)
  for (const { name, title, rule, exposedBy, sets, operations: affected, variants } of json.defects) {
    t.match(name, /^[a-z0-9]+(-[a-z0-9]+)+$/)
    t.match(title, /^[A-Z`].*\.$/, name)
    t.match(rule, /\((specification|decisions?|operation) ?[^()]*\)\.$|\(specification, introduction\)\.$/, name)
    t.match(exposedBy, /^[A-Z`].*\.$/, name)
    for (const [, method = '', path = ''] of exposedBy.matchAll(/`(GET|POST|PUT|DELETE) ([^ ?`]+)/g)) {
      t.ok(document.paths[path]?.[method.toLowerCase() as 'get'], `${name}: ${method} ${path}`)
    }
    const unlisted = affected.filter((operation: string) => !operations.includes(operation))
    t.strictSame(unlisted, [], name)
    t.ok(variants.length === 3 || variants.join() === 'v2', name)
    for (const set of sets) t.ok(json.sets.includes(set), name)
  }
  const used = new Set(json.defects.flatMap(({ sets }: { sets: string[] }) => sets))
  for (const set of json.sets) t.ok(used.has(set), set)
})

t.test('paths of boards do not include the catalogue (decision 71)', async (t) => {
  const { service, id, send } = await startBoard(t)
  t.equal((await send('GET /defects')).status, 404)
  t.equal((await sendToHost(service, id)('GET /defects')).status, 404)
})
