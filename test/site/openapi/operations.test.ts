import type { OpenAPIV3 } from 'openapi-types'
import t from 'tap'
import type { Json } from '../../kit/helper.js'
import { operationsOf } from '../../kit/openapi-operations.js'
import { DOCUMENTS, prefixOf, SUFFIXES, served } from './published.js'

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
