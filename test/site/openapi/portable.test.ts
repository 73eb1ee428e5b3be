import { readdirSync, readFileSync } from 'node:fs'
import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import type { Json } from '../../kit/helper.js'
import { examplesOf, operationsOf } from '../../kit/openapi-operations.js'

/** The rules that let the tools of many languages read the documents (docs/clients.md). */

const FOLDER = new URL('../../../openapi/', import.meta.url)
const NAMES = ['v1', 'v2', 'buggy', 'boards', 'training', 'earlier/v1', 'earlier/v2', 'earlier/buggy']
const DOCUMENTS = NAMES.map((name): [name: string, document: OpenAPIV3.Document] => [
  name,
  JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')),
])

/** The formats that OpenAPI 3.0 and JSON Schema define. */
const FORMATS = ['int64', 'double', 'date', 'date-time', 'binary', 'uri']

/** Names of types that the generated code of main languages already has, and their keywords. */
const TAKEN = /^(Class|Error|Exception|Object|Type|List|Map|Set|String|Number|Function|Module|Request|Response|Record)$/

/** The keywords of Kotlin. */
const KEYWORD =
  /^(as|break|class|continue|do|else|false|for|fun|if|in|interface|is|null|object|package|return|super|this|throw|true|try|typealias|typeof|val|var|when|while)$/

/** Lists every schema in a document, with its path. */
function schemasIn(value: Json, path = ''): [path: string, schema: Json][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value)
    .filter(([key]) => !['example', 'examples', 'enum'].includes(key))
    .flatMap(([key, member]) => schemasIn(member, `${path}/${key}`))
  return 'type' in value && typeof value.type === 'string' ? [[path, value], ...inner] : inner
}

for (const [name, document] of DOCUMENTS) {
  const schemas = schemasIn(document)

  t.test(`${name}: integers that can exceed 32 bits have the format int64, and no others`, async (t) => {
    const integers = schemas.filter(([, { type }]) => type === 'integer')
    t.ok(integers.length > 10)
    for (const [path, { maximum = Number.POSITIVE_INFINITY, format }] of integers) {
      t.equal(format, maximum > 2 ** 31 - 1 ? 'int64' : undefined, path)
    }
  })

  t.test(`${name}: numbers have the format double`, async (t) => {
    for (const [path, { type, format }] of schemas) if (type === 'number') t.equal(format, 'double', path)
  })

  t.test(`${name}: patterns match whole texts, without look-around and escapes that some languages lack`, async (t) => {
    for (const [path, { pattern }] of schemas) {
      if (pattern === undefined) continue
      t.match(pattern, /^\^.*\$$/s, path)
      // Specmatic takes a pattern that starts with a slash for a literal of JavaScript, in which U+2028 and U+2029 end a line.
      t.notMatch(pattern, /^\^?\/|[\u2028\u2029]/, path)
      // Python takes \d and \w for digits and letters of all scripts. Languages have different white space.
      t.notMatch(pattern, /\(\?|\\[dDsSwWupPkb1-9]|\\x\{/, path)
      t.doesNotThrow(() => new RegExp(pattern, 'u'), path)
    }
  })

  t.test(`${name}: a text needs more than white space, except U+2028 and U+2029 (decision 8)`, async (t) => {
    const filled = new Set(
      schemas.flatMap(([, { pattern }]) => (pattern?.startsWith('^[^\\x00]*[^\\x09') ? [pattern] : [])),
    )
    t.equal(filled.size, 1)
    for (const pattern of filled) {
      const differing = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter(
        (text) => new RegExp(pattern).test(text) !== (/[\S\u2028\u2029]/.test(text) && text !== '\0'),
      )
      t.strictSame(differing, [])
    }
  })

  t.test(`${name}: a parameter with the name of a keyword of Kotlin has no inline enumeration`, async (t) => {
    // Generated clients name a type after the parameter and do not escape the name where they use it.
    for (const { operation } of operationsOf(document)) {
      for (const { name, schema } of (operation.parameters ?? []) as Json[]) {
        if (KEYWORD.test(name)) t.notOk(schema.enum ?? schema.items?.enum, `${operation.operationId}: ${name}`)
      }
    }
  })

  t.test(`${name}: every format is one of OpenAPI or JSON Schema`, async (t) => {
    for (const [path, { format }] of schemas)
      if (format !== undefined) t.ok(FORMATS.includes(format), `${path}: ${format}`)
  })

  t.test(`${name}: times and dates have no pattern, because generated code writes them in its own form`, async (t) => {
    const moments = schemas.filter(([, { format }]) => format === 'date-time' || format === 'date')
    t.ok(moments.length > 1)
    for (const [path, { pattern }] of moments) t.equal(pattern, undefined, path)
  })

  t.test(`${name}: no component has a name that generated code already uses`, async (t) => {
    const operations = operationsOf(document).map(({ operation }) => String(operation.operationId).toLowerCase())
    for (const component of Object.keys(document.components?.schemas ?? {})) {
      t.notMatch(component, TAKEN)
      const [, operation = ''] = /^(\w+?)Response$/.exec(component) ?? []
      t.notOk(operations.includes(operation.toLowerCase()), component)
    }
  })

  t.test(`${name}: errors with headers are components, with one type in generated code`, async (t) => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const { responses } of Object.values(item as Record<string, OpenAPIV3.OperationObject>)) {
        for (const [status, response] of Object.entries(responses)) {
          if (Number(status) >= 400) t.notOk('headers' in response, `${path} ${status}`)
        }
      }
    }
  })

  t.test(`${name}: the status in an error example is that of its response`, async (t) => {
    let count = 0
    for (const { operation } of operationsOf(document)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        for (const [cause, example] of Object.entries(examplesOf(response as OpenAPIV3.ResponseObject))) {
          t.equal(example.status, Number(status), `${operation.operationId} ${status} ${cause}`)
          count++
        }
      }
    }
    t.ok(count > 10)
  })
}

t.test('every document is tested', async (t) => {
  const files = ['', 'earlier/'].flatMap((folder) =>
    readdirSync(new URL(folder, FOLDER))
      .filter((file) => /^\w+\.json$/.test(file))
      .map((file) => folder + file.replace(/\.json$/, '')),
  )
  t.strictSame(files.sort(), [...NAMES].sort())
})
