import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { EXAMPLE_CLASS } from '../../../scripts/openapi/examples/classes.js'
import { EDITIONS } from '../../../src/api/editions/index.js'
import { VARIANTS } from '../../../src/api/variants.js'
import { EXAMPLE_BOARD } from '../../../src/site/documents.js'
import { ADMIN_TOKEN, TASK } from '../../kit/board.js'
import { fillIn } from '../../kit/documented-requests.js'
import { createExampleBoard, createExampleClass, withoutExampleBoard } from '../../kit/example-boards.js'
import { sendFaults } from '../../kit/example-steps.js'
import { type Json, type Service, startService } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'
import { type DocumentedOperation, examplesOf, operationsOf } from '../../kit/openapi-operations.js'

/** `null` in an optional field of a request means the same as leaving the field out (decision 6). */

const OF_VARIANTS = VARIANTS.map(({ name }) => ({
  name,
  path: `/api/${name}/openapi.json`,
  base: `/b/${EXAMPLE_BOARD}/api/${name}`,
}))

/** The documents that are the same in all editions. */
const OF_BOARDS = [
  { name: 'boards', path: '/control/openapi.json', base: '' },
  { name: 'training', path: '/training/openapi.json', base: `/b/${EXAMPLE_BOARD}` },
]

/** An optional field of a body: the steps to it, and its schema. */
interface OptionalField {
  steps: (string | number)[]
  schema: Json
}

/** Lists the optional fields of a schema, also those in fields and in items. */
function optionalFieldsOf(
  document: OpenAPIV3.Document,
  given: Json,
  steps: OptionalField['steps'] = [],
): OptionalField[] {
  const { properties = {}, required = [], items } = resolve(document, given)
  const inItems = items === undefined ? [] : optionalFieldsOf(document, items, [...steps, 0])
  const inFields = Object.entries<Json>(properties).flatMap(([name, schema]) => {
    const at = [...steps, name]
    const own = required.includes(name) ? [] : [{ steps: at, schema: resolve(document, schema) }]
    return [...own, ...optionalFieldsOf(document, schema, at)]
  })
  return [...inItems, ...inFields]
}

function resolve(document: OpenAPIV3.Document, schema: Json): Json {
  if (schema.$ref === undefined) return schema
  return resolve(document, document.components?.schemas?.[schema.$ref.replace(/^.*\//, '')])
}

/** Returns a value with as few fields as possible. */
function leastOf(document: OpenAPIV3.Document, given: Json): Json {
  const {
    type,
    properties = {},
    required = [],
    minimum = 0,
    minItems = 0,
    items,
    enum: values,
  } = resolve(document, given)
  if (type === 'object') {
    return Object.fromEntries(required.map((name: string) => [name, leastOf(document, properties[name])]))
  }
  if (type === 'array') return Array.from({ length: minItems }, () => leastOf(document, items))
  if (type === 'string') return values?.[0] ?? 'a'
  return type === 'boolean' ? false : Math.max(minimum, 0)
}

/** Returns the object of a field, and creates it if the body does not have it. */
function parentOf(document: OpenAPIV3.Document, schema: Json, body: Json, steps: OptionalField['steps']): Json {
  return steps.slice(0, -1).reduce<[Json, Json]>(
    ([parent, of], step) => {
      const { properties, items } = resolve(document, of)
      const inner = typeof step === 'number' ? items : properties[step]
      parent[step] ??= leastOf(document, inner)
      return [parent[step], inner]
    },
    [body, schema],
  )[0]
}

/** Fields with which another field of an example cannot be present. */
const EXCLUDED: Readonly<Record<string, string>> = { snapshot: 'fixture' }

/** What is new in each response. */
const NEW = /"(id|ownerToken|trainerSecret|joinCode|personalCode|baseUrl|hostUrl|docs|v1|v2|buggy|seed)":("[^"]*"|\d+)/g

async function bodiesOf({ send }: Pick<Service, 'send'>, path: string) {
  const document: OpenAPIV3.Document = (await send(`GET ${path}`)).json
  return operationsOf(document).flatMap((documented) => {
    const body = documented.operation.requestBody as OpenAPIV3.RequestBodyObject | undefined
    const schema = body?.content['application/json']?.schema
    return body === undefined || schema === undefined ? [] : [{ document, documented, body, schema }]
  })
}

for (const edition of EDITIONS) {
  t.test(`${edition.name} edition: an optional field that is null is as if absent (decision 6)`, async (t) => {
    const service = await startService(t, {
      edition,
      sleep: async () => {},
      adminToken: ADMIN_TOKEN,
    })
    let count = 0
    /** The operations whose bodies are sent. Those of other variants have the same handlers. */
    const sent = new Set<string>()
    for (const { name, path, base } of edition === EDITIONS[0] ? [...OF_VARIANTS, ...OF_BOARDS] : OF_VARIANTS) {
      for (const { document, documented, body, schema } of await bodiesOf(service, path)) {
        const { operationId = '' } = documented.operation
        const [example = {}] = Object.values(examplesOf(body))
        const fields = optionalFieldsOf(document, schema)
        const sampled = sample(fields, 3)
        for (const optional of fields) {
          const { steps, schema: field } = optional
          const id = `${name} ${operationId} ${steps.join('.')}`
          count++
          t.ok(field.nullable === true && (field.enum?.includes(null) ?? true), `${id}: the document allows null`)
          if (sent.has(operationId) || !sampled.includes(optional)) continue
          const replies = []
          for (const value of [undefined, null]) {
            const json = structuredClone(example)
            delete json[EXCLUDED[String(steps[0])] ?? '']
            Object.assign(parentOf(document, schema, json, steps), { [steps.at(-1) ?? '']: value })
            replies.push(await sendBody(service, documented, base, json))
          }
          t.strictSame(replies[1], replies[0], `${id}: null is as if it were absent`)
        }
        sent.add(operationId)
      }
    }
    t.ok(count > 10, `${count} fields`)
  })
}

/** Sends a body to an operation on a new board, and returns the response without what is new in each. */
async function sendBody(service: Service, documented: DocumentedOperation, base: string, json: Json) {
  const { method, path, operation } = documented
  const isOfClass = path.startsWith('/classes')
  const needsNoBoard = base === '' && !path.includes('{') && operation.operationId !== 'joinClass'
  const create = isOfClass ? createExampleClass : createExampleBoard
  const board = needsNoBoard ? withoutExampleBoard(service) : await create(service)
  const parameters = {
    id: base.includes('/api/') ? 1 : isOfClass ? EXAMPLE_CLASS : EXAMPLE_BOARD,
    board: EXAMPLE_BOARD,
  }
  if (base.endsWith(EXAMPLE_BOARD)) await sendFaults(board)
  // Operations of the variants on a task find the task with the id 1.
  else if (base !== '') await board.send(`POST /b/${EXAMPLE_BOARD}/api/v1/tasks`, { json: TASK })
  const token = base.endsWith('/v2') && operation.security?.length !== 0 ? (await service.login()).token : ADMIN_TOKEN
  const reply = await board.send(`${method} ${base}${fillIn(documented, parameters)}`, { token, json })
  return [reply.status, JSON.stringify(reply.json ?? null).replaceAll(NEW, '"$1":…')]
}
