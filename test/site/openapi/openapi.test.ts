import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import { parse as parseYaml } from 'yaml'
import { buildDocuments } from '../../../scripts/openapi/build.js'
import { renderJson, renderYaml } from '../../../scripts/openapi/render.js'
import { earlier } from '../../../src/api/editions/earlier.js'
import { VARIANTS } from '../../../src/api/variants.js'
import { DOCUMENTS as PUBLISHED } from '../../../src/site/documents.js'
import { type Json, type ServiceOptions, startService } from '../../kit/helper.js'
import { sample } from '../../kit/length.js'
import { operationsOf } from '../../kit/openapi-operations.js'

const NAMES = PUBLISHED.map(({ name }) => name)

/** The documents that do not belong to a variant. They are the same in all editions. */
const OTHERS = PUBLISHED.filter(({ prefix }) => prefix === '').map(({ name }) => name)

const find = (name: string) => PUBLISHED.find((document) => document.name === name)
/** The path of a document, without extension. */
const addressOf = (name: string) => find(name)?.path ?? ''
/** The prefix of the paths in a document. */
const prefixOf = (name: string) => find(name)?.prefix ?? ''

/** The endings of the paths of a document: JSON and YAML, in OpenAPI 3.0.3 and in 3.1. */
const SUFFIXES = ['.json', '.yaml', '-3.1.json', '-3.1.yaml']

/** The operations that return files, events or pages. */
const NOT_JSON = [
  'listRequests',
  'getService',
  'getBoardIndex',
  'downloadAttachment',
  'exportScores',
  'getDefectTest',
  'streamEvents',
  'streamClassEvents',
]

const OPENAPI = new URL('../../../openapi/', import.meta.url)
/** The source of the workflows, which is written by hand. */
const WORKFLOWS = 'task-board-service.arazzo.yaml'

function committed(file: string): string {
  return readFileSync(new URL(file, OPENAPI), 'utf8')
}

const defaults = await startService(t, { rates: {} })
const before = await startService(t, { rates: {}, edition: earlier })

/** All published documents. The management API has one for all editions. */
const DOCUMENTS = [
  ...NAMES.map((name) => ({ name, label: name, service: defaults })),
  ...VARIANTS.map(({ name }) => ({ name, label: `earlier/${name}`, service: before })),
]

/** Returns a document from a service with default options. */
async function served(name: string, { send } = defaults): Promise<OpenAPIV3.Document> {
  return (await send(`GET ${addressOf(name)}.json`)).json
}

/** Lists every object in a value, with its path. */
function objectsIn(value: Json, path = ''): [path: string, object: Json][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, member]) => objectsIn(member, `${path}/${key}`))
  return [[path, value], ...inner]
}

function resolve(document: Json, reference: string): Json {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce((value, step) => value?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** Returns a served document as it is committed: without the URL of the service. */
function withoutServiceUrl(text: string): string {
  return text.replace(/(url"?: "?)http:\/\/localhost:\d+([^"\n]*)/, (_, start, path) => start + (path || '/'))
}

t.test('the build writes the committed files of `openapi/`', async (t) => {
  const built = await buildDocuments()
  for (const [file, text] of built) t.ok(committed(file) === text, file)
  const files = readdirSync(OPENAPI, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'))
  const found = files.filter((file) => /\.(json|yaml)$/.test(file) && !file.startsWith('released/'))
  t.strictSame(found.sort(), [...built.keys(), WORKFLOWS].sort())
})

t.test('the served documents are the committed ones, byte for byte, apart from the URL of the service', async (t) => {
  for (const { name, label, service } of DOCUMENTS) {
    for (const [suffix, file] of [
      ['.json', `${label}.json`],
      ['.yaml', `${label}.yaml`],
      ['-3.1.json', `3.1/${label}.json`],
      ['-3.1.yaml', `3.1/${label}.yaml`],
    ] as const) {
      const { status, headers, bytes } = await service.send(`GET ${addressOf(name)}${suffix}`)
      t.equal(status, 200)
      t.equal(headers['content-type'], suffix.endsWith('json') ? 'application/json' : 'application/yaml')
      t.equal(withoutServiceUrl(String(bytes)), committed(file), file)
    }
  }
})

t.test('the management API and the operations of learners are the same in all editions (decision 80)', async (t) => {
  for (const name of OTHERS) {
    t.ok(isDeepStrictEqual(await served(name, before), await served(name)), name)
  }
})

t.test('the titles of documents and of Swagger UI name an edition that is not the current one', async (t) => {
  for (const name of ['v1', 'v2', 'buggy']) {
    t.equal((await served(name)).info.title, `Task Board Service ${name}`)
    t.equal((await served(name, before)).info.title, `Task Board Service ${name} (earlier edition)`)
  }
  t.match(String((await defaults.send('GET /docs')).bytes), '<title>Task Board Service</title>')
  t.match(String((await before.send('GET /docs')).bytes), '<title>Task Board Service (earlier edition)</title>')
})

t.test('the YAML documents equal the JSON documents', async (t) => {
  const { send } = defaults
  for (const path of sample(
    NAMES.map(addressOf).flatMap((path) => [path, `${path}-3.1`]),
    3,
  )) {
    const yaml = await send(`GET ${path}.yaml`)
    const { json } = await send(`GET ${path}.json`)
    t.equal(yaml.headers['content-type'], 'application/yaml')
    // tap would print both documents, which takes longer than the rest.
    for (const version of ['1.2', '1.1'] as const) {
      t.ok(isDeepStrictEqual(parseYaml(String(yaml.bytes), { version }), json), `${path} in YAML ${version}`)
    }
    t.notMatch(String(yaml.bytes), /^\s*\S+: [&*]\w/m, `${path} has no aliases`)
  }
})

/** Characters that parsers of YAML refuse or take for line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among them
const UNREADABLE = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/

t.test('documents contain no character that parsers of YAML refuse or take for a line break', async (t) => {
  for (const path of ['/arazzo', ...NAMES.map(addressOf)]) {
    for (const suffix of path === '/arazzo' ? SUFFIXES.slice(0, 2) : SUFFIXES) {
      t.equal(UNREADABLE.exec(String((await defaults.send(`GET ${path}${suffix}`)).bytes)), null, path + suffix)
    }
  }
  const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code)).filter((character) =>
    UNREADABLE.test(character),
  )
  const texts = [...characters, characters.join(' '), `two\nlines ${characters.join('')}`, `\\${characters.join('\\')}`]
  const document = Object.fromEntries(texts.map((text) => [text, [text]]))
  for (const render of [renderJson, renderYaml]) {
    const rendered = render(document)
    t.equal(UNREADABLE.exec(rendered), null)
    for (const version of ['1.2', '1.1'] as const) t.strictSame(parseYaml(rendered, { version }), document)
  }
})

t.test('?download makes a document an attachment with a file name', async (t) => {
  const { send } = defaults
  const names = [...NAMES.map((name) => [addressOf(name), name]), ['/openapi', 'v1']]
  for (const [path, name] of names) {
    for (const suffix of SUFFIXES) {
      const address = `GET ${path}${suffix}`
      const shown = await send(address)
      const saved = await send(`${address}?download`)
      t.equal(saved.headers['content-disposition'], `attachment; filename=task-board-service-${name}${suffix}`)
      t.equal(shown.headers['content-disposition'], undefined, 'not without ?download')
      t.ok(saved.bytes.equals(shown.bytes))
      t.equal(saved.headers['content-type'], shown.headers['content-type'])
    }
  }
})

t.test('the document at the root is the one of v1', async (t) => {
  const { send } = defaults
  for (const suffix of SUFFIXES) {
    const root = await send(`GET /openapi${suffix}`)
    t.equal(root.status, 200)
    t.equal(String(root.bytes), String((await send(`GET /api/v1/openapi${suffix}`)).bytes))
  }
})

t.test('the server URL of a document is absolute: that of the request, or PUBLIC_URL', async (t) => {
  const ofProxy = { headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'board.example.net' } }
  for (const [settings, options, base] of [
    [{}, { headers: { host: '127.0.0.1:8080' } }, 'http://127.0.0.1:8080'],
    [{ trustProxy: true, allowedHosts: ['board.example.net'] }, ofProxy, 'https://board.example.net'],
    [{ publicUrl: 'https://board.example.org/practice' }, {}, 'https://board.example.org/practice'],
  ] as const) {
    const { send } = await startService(t, structuredClone(settings) as ServiceOptions)
    for (const name of NAMES) {
      for (const suffix of ['.json', '-3.1.json']) {
        const { json, bytes } = await send(`GET ${addressOf(name)}${suffix}`, { ...options, unchecked: true })
        const path = name === 'training' ? '/b/{board}' : prefixOf(name)
        t.match(json.servers, [{ url: `${base}${path}` }])
        t.notMatch(String(bytes), /\.invalid/)
      }
    }
  }
})

t.test('the documents have the version of the package', async (t) => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  for (const name of NAMES) t.equal((await served(name)).info.version, version)
})

t.test('a download is described with a media type that generators can use, and with */*', async (t) => {
  for (const name of ['v1', 'v2', 'buggy']) {
    const { paths } = await served(name)
    const response = paths['/tasks/{id}/attachments/{attachmentId}']?.get?.responses[200] as OpenAPIV3.ResponseObject
    t.same(Object.keys(response.content ?? {}), ['application/octet-stream', '*/*'], name)
  }
})

t.test('a nullable enumeration lists null (decision 77)', async (t) => {
  for (const { name, label, service } of DOCUMENTS) {
    const objects = objectsIn(await served(name, service))
    const enumerations = objects.filter(([, { nullable, enum: values }]) => nullable && values)
    t.ok(enumerations.length > 0, label)
    for (const [path, { enum: values }] of enumerations) t.ok(values.includes(null), path)
  }
})

for (const { name, label, service } of DOCUMENTS) {
  t.test(`${label}: every operation has an id, a summary, a tag and described parameters`, async (t) => {
    const document = await served(name, service)
    t.equal(document.openapi, '3.0.3')
    const tags = document.tags?.map((tag) => tag.name)
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    t.ok(ids.length > 0)
    t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
    for (const { path, operation } of operationsOf(document)) {
      const id = operation.operationId ?? path
      t.match(operation.operationId, /^[a-z][A-Za-z]+$/, path)
      t.match(operation.summary, /^[A-Z]/, `${id}: summary`)
      t.ok(operation.tags?.length === 1 && tags?.includes(operation.tags[0] ?? ''), `${id}: tag`)
      const parameters = (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
      t.same(
        inPath,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
        `${id}: path`,
      )
      for (const parameter of parameters) t.ok(parameter.description, `${id}: ${parameter.name}`)
    }
  })

  t.test(`${label}: the description starts with a first request`, async (t) => {
    const { info, paths } = await served(name, service)
    const [, method = '', path = ''] = /^Start with `(GET|POST) (\/[^`]*)`/.exec(info.description ?? '') ?? []
    t.ok(paths[path]?.[method.toLowerCase() as 'get'], `${method} ${path} is an operation`)
    t.ok(String(info.description).length <= 300, 'it is short, because generated files begin with it')
  })

  t.test(`${label}: every operation has one success and its errors, with schema and example`, async (t) => {
    const document = await served(name, service)
    for (const { path, operation } of operationsOf(document)) {
      const id = operation.operationId ?? path
      const statuses = Object.keys(operation.responses)
      t.equal(statuses.filter((status) => status.startsWith('2')).length, 1, `${id}: one success`)
      for (const status of ['400', '500', '503']) t.ok(statuses.includes(status), `${id}: ${status}`)
      if (path.includes('{')) t.ok(statuses.includes('404'), `${id}: 404`)
      for (const [status, answer] of Object.entries(operation.responses)) {
        const { description, content } = answer as OpenAPIV3.ResponseObject
        t.ok(description, `${id} ${status}: description`)
        if (['204', '304'].includes(status)) t.equal(content, undefined, `${id}: no body`)
        else if (!NOT_JSON.includes(id) || status !== '200') {
          t.same(Object.keys(content ?? {}), ['application/json'], `${id} ${status}: one body`)
        }
        for (const [mediaType, { schema, example, examples }] of Object.entries(content ?? {})) {
          t.ok(schema, `${id} ${status}: schema`)
          t.equal(example, undefined, `${id} ${status}: examples have names`)
          if (mediaType === 'application/json')
            t.ok(Object.keys(examples ?? {}).length > 0, `${id} ${status}: examples`)
          if (Number(status) >= 400) t.same(schema, { $ref: '#/components/schemas/ErrorResponse' }, `${id} ${status}`)
        }
      }
      const body = operation.requestBody as OpenAPIV3.RequestBodyObject | undefined
      for (const { schema, examples } of Object.values(body?.content ?? {})) {
        t.ok(schema && '$ref' in schema, `${id}: the request is a component`)
        t.ok(Object.keys(examples ?? {}).length > 0, `${id}: examples of the request`)
      }
      for (const parameter of (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]) {
        const { examples = {} } = parameter
        if (parameter.in === 'query') t.ok(Object.keys(examples).length > 0, `${id}: examples of ${parameter.name}`)
      }
    }
  })

  t.test(`${label}: every reference has a component, and every component is used`, async (t) => {
    const document = await served(name, service)
    const references = objectsIn(document).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))
    for (const reference of new Set(references)) {
      t.match(reference, /^#\/components\/(schemas|headers|responses)\/[A-Z]\w+$/)
      t.equal(typeof resolve(document, reference), 'object', reference)
    }
    for (const kind of ['schemas', 'headers', 'responses'] as const) {
      for (const component of Object.keys(document.components?.[kind] ?? {})) {
        t.ok(references.includes(`#/components/${kind}/${component}`), component)
      }
    }
  })

  t.test(`${label}: no component is duplicated inline`, async (t) => {
    const document = await served(name, service)
    const shape = ({ properties, enum: values, nullable }: Json) => JSON.stringify([properties, values, nullable])
    const components = Object.entries<Json>(document.components?.schemas ?? {})
    const shapes = new Map(components.map(([component, schema]) => [shape(schema), component]))
    t.equal(shapes.size, components.length, 'all components differ')
    for (const [component, { nullable = false }] of components) {
      t.equal(nullable, component.startsWith('Optional'), `${component} accepts null only if its name says so`)
    }
    for (const [path, object] of objectsIn(document)) {
      if (object.type !== 'object' || object.properties === undefined) continue
      t.match(path, /^\/components\/schemas\/\w+$/, 'every object is a component')
    }
  })

  t.test(`${label}: the document uses OpenAPI 3.0, not JSON Schema`, async (t) => {
    const schemas = objectsIn(await served(name, service)).filter(([path]) => !path.endsWith('/properties'))
    const keywords = ['$id', '$schema', 'const', 'anyOf', 'patternProperties']
    // One assertion for all places, because there are thousands.
    const wrong = schemas.flatMap(([path, object]) => [
      ...keywords.filter((keyword) => keyword in object).map((keyword) => `${path}/${keyword}`),
      ...('type' in object && typeof object.type !== 'string' ? [`${path}/type`] : []),
    ])
    t.ok(schemas.length > 100)
    t.strictSame(wrong, [])
  })

  t.test(`${label}: the service has exactly the documented operations`, async (t) => {
    const document = await served(name, service)
    const documented = new Map<string, Set<string>>()
    for (const { method, path } of operationsOf(document)) {
      const methods = documented.get(path) ?? new Set()
      documented.set(path, methods.add(method).add(method === 'GET' ? 'HEAD' : method))
    }
    for (const [path, methods] of documented) {
      const other = methods.has('PATCH') ? 'PUT' : 'PATCH'
      const { status, headers } = await service.send(`${other} ${prefixOf(name)}${path.replace(/\{\w+\}/g, '1')}`)
      t.equal(status, 405, path)
      t.same(headers.allow?.split(', ').sort(), [...methods].sort(), path)
    }
    const routes = service.app.printRoutes({ commonPrefix: false })
    if (name === 'boards') {
      const found = ['/boards', '/classes', '/defects'].flatMap((root) =>
        ['', ...routesUnder(routes, root)].map((path) => root + path),
      )
      t.same(['/', '/board', ...found], [...documented.keys()].sort())
    } else if (name === 'training') {
      const roots = [...new Set([...documented.keys()].map((path) => path.split('/', 2).join('/')))]
      const found = roots.flatMap((root) => ['', ...routesUnder(routes, root)].map((path) => root + path))
      t.same(found.sort(), [...documented.keys()].sort())
    } else {
      const published = [...documented.keys(), ...SUFFIXES.map((suffix) => `/openapi${suffix}`)]
      t.same(routesUnder(routes, `/api/${name}`), published.sort())
    }
  })
}

/** Reads the paths below a prefix from the routes that Fastify prints, with parameters in braces. */
function routesUnder(tree: string, prefix: string): string[] {
  const ancestors: string[] = []
  const paths = tree.split('\n').flatMap((line) => {
    const [, indent = '', segment] = /^([│ ]*)[├└]── (\S+) /.exec(line) ?? []
    // Routes with a common start, such as `/board` and `/boards`, are one branch.
    if (segment === undefined) return []
    const depth = indent.length / 4
    const path = (depth < 2 ? `/${segment}` : `${ancestors[depth - 1]}${segment}`).replace(/\/+/g, '/')
    ancestors[depth] = path
    return path.startsWith(`${prefix}/`) ? [path.slice(prefix.length).replace(/:(\w+)/g, '{$1}')] : []
  })
  return [...new Set(paths)].sort()
}
