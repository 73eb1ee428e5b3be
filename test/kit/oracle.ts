import { Ajv, type ValidateFunction } from 'ajv'
import type { OpenAPIV3 } from 'openapi-types'
import { headersOf, responseOf } from './openapi-operations.js'

/** The parts of a response that the contract describes. */
export interface ReceivedResponse {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** Returns everything in a response that breaks the contract, `[]` if nothing does. */
export type Oracle = (method: string, path: string, received: ReceivedResponse) => string[]

/** Headers that every response may have. docs/variants.md lists them. */
const COMMON_HEADERS = new Set([
  'access-control-allow-origin',
  // All responses of the earlier edition have these three (decision 124).
  'deprecation',
  'sunset',
  'link',
  'access-control-expose-headers',
  'vary',
  'x-request-id',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'content-type',
  'content-length',
  'transfer-encoding',
  'date',
  'connection',
  'keep-alive',
  'content-encoding',
])

/** What refuses a request before there is an operation; the documents say so once (scripts/openapi/prose.ts). */
const BEFORE_OPERATIONS = [408, 417, 421, 431]
/** The statuses of requests that reach no operation: unknown paths, wrong methods, malformed requests. */
const WITHOUT_OPERATION = [400, 404, 405, 408, 417, 421, 431]

const oracles = new Map<string, Oracle>()

/** Creates the oracle of a published document: every response must be one that the document describes. */
export function createOracle(published: OpenAPIV3.Document): Oracle {
  const text = JSON.stringify(published)
  const oracle = oracles.get(text) ?? buildOracle(published)
  oracles.set(text, oracle)
  return oracle
}

function buildOracle(published: OpenAPIV3.Document): Oracle {
  const document = closeObjects(structuredClone(published)) as OpenAPIV3.Document
  // Most of the schemas are used a few times, so that the optimisation of their code takes longer than it saves.
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS, code: { optimize: false } })
  const validators = new Map<string, ValidateFunction>()
  ajv.addSchema({ $id: 'document', ...document })
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '')
  const roots = new Set(Object.keys(document.paths).map((path) => path.split('/')[1]))
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }))

  return (method, target, received) => {
    const path = pathOf(target)
    if (!path.startsWith(`${base}/`)) return []
    const relative = path.slice(base.length)
    // A document without a base path describes only the paths of its operations.
    if (base === '' && !roots.has(relative.split('/')[1])) return []
    const template = templates.find(({ pattern }) => pattern.test(relative))?.template
    const operation = document.paths[template ?? '']?.[method.toLowerCase() as 'get']
    const { status } = received
    if (operation === undefined || BEFORE_OPERATIONS.includes(status)) {
      return isBesideOperations(method, relative)
        ? []
        : checkRefusal(received).map((problem) => `${method} ${relative} ${status}: ${problem}`)
    }
    const documented = operation.responses[status]
    const name = `${operation.operationId} ${status}`
    if (documented === undefined) return [`${name}: the status is not documented`]
    const response = responseOf(document, documented)
    const at =
      '$ref' in documented
        ? documented.$ref.slice(1)
        : `/paths/${escapePointer(template ?? '')}/${method.toLowerCase()}/responses/${status}`
    return [...checkHeaders(response, received, at), ...checkBody(response, received, at)].map(
      (problem) => `${name}: ${problem}`,
    )
  }

  /** Checks the response to a request that reaches no operation. */
  function checkRefusal(received: ReceivedResponse): string[] {
    if (!WITHOUT_OPERATION.includes(received.status)) return ['there is no operation with this status']
    const undocumented = undocumentedHeaders(received, received.status === 405 ? ['allow'] : [])
    return [...undocumented, ...checkJson(received, 'document#/components/schemas/ErrorResponse')]
  }

  function checkHeaders(
    { headers: documented = {} }: OpenAPIV3.ResponseObject,
    received: ReceivedResponse,
    at: string,
  ): string[] {
    // Browsers get a page instead of an index, without its headers.
    const isPage = String(received.headers['content-type']).startsWith('text/html')
    // A request that may have been stored has no Retry-After (decision 54).
    const isUnknown = /may have been stored/.test(received.body.toString())
    const all = headersOf(document, { headers: documented, description: '' })
    const names = all.map(([name]) => name)
    return [
      ...undocumentedHeaders(
        received,
        names.map((name) => name.toLowerCase()),
      ),
      ...all.flatMap(([name, { schema }]) => {
        const value = received.headers[name.toLowerCase()]
        if (value === undefined) return isPage || isUnknown ? [] : [`the header ${name.toLowerCase()} is missing`]
        const reference = documented[name] as { $ref?: string }
        const place = reference.$ref?.slice(1) ?? `${at}/headers/${name}`
        const { type } = schema as OpenAPIV3.SchemaObject
        const problems = validate(`document#${place}/schema`, type === 'integer' ? Number(value) : value)
        return problems.map((problem) => `the header ${name.toLowerCase()}${problem}`)
      }),
    ]
  }

  function checkBody({ content }: OpenAPIV3.ResponseObject, received: ReceivedResponse, at: string): string[] {
    if (content === undefined) {
      if (received.headers['content-type'] !== undefined) return ['there is a media type, and no body']
      return received.body.length === 0 ? [] : ['there is a body, and none is documented']
    }
    if ('*/*' in content) return []
    const mediaTypes = Object.keys(content)
    const mediaType = mediaTypes.find((type) => type === received.headers['content-type']) ?? mediaTypes[0] ?? ''
    if (mediaType === received.headers['content-type'] && mediaType !== 'application/json') return []
    return checkJson(received, `document#${at}/content/${escapePointer(mediaType)}/schema`)
  }

  /** Checks a JSON body. An error must have the status of its response. */
  function checkJson({ status, headers, body }: ReceivedResponse, reference: string): string[] {
    const mediaType = String(headers['content-type'] ?? '')
    if (mediaType !== 'application/json') {
      return [`the media type ${mediaType} is not documented`]
    }
    let json: { status?: unknown; errors?: unknown }
    try {
      json = JSON.parse(body.toString())
    } catch {
      return ['the body is not JSON']
    }
    const problems = validate(reference, json)
    if (problems.length > 0 || status < 400) return problems
    return [
      ...(json.status === status ? [] : [`the body has the status ${json.status}`]),
      ...(json.errors === undefined || status === 400 ? [] : ['there are errors of fields']),
    ]
  }

  function validate(reference: string, value: unknown): string[] {
    const check = validators.get(reference) ?? ajv.compile({ $ref: reference })
    validators.set(reference, check)
    check(value)
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

/** Responses of a variant that its document does not list: the documents, preflight requests, and responses without a body. */
function isBesideOperations(method: string, relative: string): boolean {
  return /^\/openapi(-3\.1)?\.(json|yaml)$/.test(relative) || ['HEAD', 'OPTIONS'].includes(method)
}

function undocumentedHeaders({ headers }: ReceivedResponse, documented: string[]): string[] {
  return Object.keys(headers)
    .filter((header) => !COMMON_HEADERS.has(header) && !documented.includes(header))
    .map((header) => `the header ${header} is not documented`)
}

/** The path of a request target, which may be absolute and encoded (RFC 9112, section 3.2). */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Forbids properties that the document does not name. */
function closeObjects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) closeObjects(member)
  if ('type' in value && value.type === 'object' && 'properties' in value) {
    Object.assign(value, { additionalProperties: false })
  }
  return value
}

/** A key as a part of a JSON pointer in a URI (RFC 6901, section 6). */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
}

/** The formats of the contract, written independently of the service. */
export const FORMATS = {
  int64: { type: 'number', validate: (value: number) => Number.isSafeInteger(value) },
  double: true,
  binary: true,
  uri: (value: string) => URL.canParse(value),
  date: isDay,
  'date-time': (value: string) =>
    /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(value) && isDay(value.slice(0, 10)),
} as const

function isDay(value: string): boolean {
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === value
}
