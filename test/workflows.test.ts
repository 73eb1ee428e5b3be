import { readFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import type { Json } from './helper.js'
import { operationsOf } from './openapi-operations.js'

const OPENAPI = new URL('../openapi/', import.meta.url)

function read(file: string): string {
  return readFileSync(new URL(file, OPENAPI), 'utf8')
}

/** The Arazzo document. `npm run test:workflows` executes it. */
const workflows: Json = parse(read('task-board-service.arazzo.yaml'))

t.test('the Arazzo document has the version of the package', async (t) => {
  t.equal(workflows.arazzo, '1.0.1')
  t.equal(workflows.info.version, JSON.parse(read('../package.json')).version)
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
