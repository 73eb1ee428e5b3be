import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { earlier } from '../../src/api/editions/earlier.js'
import { type Json, startService } from '../kit/helper.js'
import { operationsOf } from '../kit/openapi-operations.js'

const OPENAPI = new URL('../../openapi/', import.meta.url)

function read(file: string): string {
  return readFileSync(new URL(file, OPENAPI), 'utf8')
}

/** The Arazzo document. `npm test -- workflows` executes it. */
const workflows: Json = parse(read('task-board-service.arazzo.yaml'))

t.test('the Arazzo document has the version of the package', async (t) => {
  t.strictSame([workflows.arazzo, workflows.info.version], ['1.0.1', JSON.parse(read('../package.json')).version])
})

t.test('every step of the Arazzo document is an operation with its parameters', async (t) => {
  const operations = new Map<string, Json>(
    workflows.sourceDescriptions.flatMap(({ name, url }: Json) =>
      operationsOf(JSON.parse(read(url))).map(({ operation }) => [
        `$sourceDescriptions.${name}.${operation.operationId}`,
        operation,
      ]),
    ),
  )
  t.equal(workflows.workflows.length, 6)
  for (const { stepId, operationId, parameters = [] } of workflows.workflows.flatMap(({ steps }: Json) => steps)) {
    const operation = operations.get(operationId)
    t.ok(operation, `${stepId}: ${operationId}`)
    const documented = (operation?.parameters ?? []).map(({ name }: Json) => name)
    for (const { name } of parameters) {
      t.ok([...documented, 'Authorization', 'board'].includes(name), `${stepId}: ${name}`)
    }
  }
})

t.test('the service serves the workflows with absolute URLs of their sources', async (t) => {
  const { send } = await startService(t)
  const { status, headers, bytes } = await send('GET /arazzo.yaml')
  t.strictSame([status, headers['content-type']], [200, 'application/yaml'])
  const served: Json = parse(String(bytes))
  const { sourceDescriptions: sources, ...others } = served
  const { sourceDescriptions: committed, ...same } = workflows
  t.strictSame(others, same)
  t.strictSame(
    sources.map(({ name, type, 'x-serverUrl': server }: Json) => [name, type, server?.replace(/localhost:\d+/, '')]),
    committed.map(({ name, type, 'x-serverUrl': server }: Json) => [name, type, server?.replace('127.0.0.1:3000', '')]),
  )
  for (const { name, url } of sources) {
    const [, path] = /^http:\/\/localhost:\d+(\/.*)$/.exec(url) ?? []
    const document = (await send(`GET ${path}`)).json
    const file = committed.find((source: Json) => source.name === name).url
    t.equal(document.info.title, JSON.parse(read(file)).info.title, `${name}: ${url}`)
  }
  const asJson = await send('GET /arazzo.json')
  t.equal(asJson.headers['content-type'], 'application/json')
  t.strictSame(asJson.json, served)
  const saved = await send('GET /arazzo.yaml?download')
  t.equal(saved.headers['content-disposition'], 'attachment; filename=task-board-service.arazzo.yaml')
  t.ok(saved.bytes.equals(bytes))
})

t.test('the sources of the workflows have the URL of the request, or PUBLIC_URL', async (t) => {
  for (const [options, host, base] of [
    [{}, '127.0.0.1:8080', 'http://127.0.0.1:8080'],
    [{ publicUrl: 'https://board.example.org/practice' }, 'localhost', 'https://board.example.org/practice'],
  ] as const) {
    const { send } = await startService(t, options)
    const { json, bytes } = await send('GET /arazzo.json', { headers: { host } })
    const urls = json.sourceDescriptions.map(({ url }: Json) => url)
    t.strictSame(
      urls,
      ['/api/v1', '/api/v2', '/control', '/api/buggy'].map((path) => `${base}${path}/openapi.json`),
    )
    t.equal(json.sourceDescriptions[3]['x-serverUrl'], `${base}/b/{board}/api/buggy`)
    t.notMatch(String(bytes), /\.invalid/)
  }
})

t.test('the index of the service links to the workflows', async (t) => {
  const { send } = await startService(t)
  const { workflows: url } = (await send('GET /')).json
  t.equal((await send(`GET ${new URL(url).pathname}`)).status, 200)
})

t.test('private boards and the earlier edition have no workflows', async (t) => {
  const { send } = await startService(t)
  const { json: board } = await send('POST /boards')
  t.equal((await send(`GET /b/${board.id}/arazzo.yaml`)).status, 404)
  const before = await startService(t, { edition: earlier })
  t.equal((await before.send('GET /arazzo.yaml')).status, 404)
  t.notOk('workflows' in (await before.send('GET /')).json)
})
