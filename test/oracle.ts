import { Ajv, type ValidateFunction } from 'ajv'
import type { OpenAPIV3 } from 'openapi-types'

/** An answer, as far as the contract speaks of it. */
export interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** What is wrong with an answer, as the contract sees it; `[]` where nothing is. */
export type Oracle = (method: string, path: string, answer: Answer) => string[]

/** Headers that every answer may carry; the documents list them once (src/openapi/prose.ts). */
const COMMON_HEADERS = new Set([
  'access-control-allow-origin',
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
  'date',
  'connection',
  'keep-alive',
])

/** Headers that are too large, and requests that do not arrive in time. */
const BEFORE_OPERATIONS = [408, 431]

const oracles = new Map<string, Oracle>()

/** The oracle of a published document: every answer must be one that the document describes. */
export function createOracle(published: OpenAPIV3.Document): Oracle {
  const text = JSON.stringify(published)
  const oracle = oracles.get(text) ?? buildOracle(published)
  oracles.set(text, oracle)
  return oracle
}

function buildOracle(published: OpenAPIV3.Document): Oracle {
  const document = closeObjects(structuredClone(published)) as OpenAPIV3.Document
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS })
  const validators = new Map<string, ValidateFunction>()
  ajv.addSchema({ $id: 'document', ...document })
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname
  const templates = Object.keys(document.paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }))

  return (method, path, answer) => {
    const relative = path.startsWith(`${base}/`) ? path.slice(base.length) : undefined
    const template = templates.find(
      ({ pattern }) => relative !== undefined && pattern.test(relative),
    )?.template
    const operation = document.paths[template ?? '']?.[method.toLowerCase() as 'get']
    // Unknown paths and wrong methods are not operations; HEAD is GET without a body.
    if (operation === undefined) return []
    const response = operation.responses[answer.status] as OpenAPIV3.ResponseObject | undefined
    const name = `${operation.operationId} ${answer.status}`
    // Refused before there was an operation; the documents say so once (src/openapi/prose.ts).
    if (BEFORE_OPERATIONS.includes(answer.status)) return []
    if (response === undefined) return [`${name}: the status is not documented`]
    return [
      ...checkHeaders(response, answer),
      ...checkBody(response, answer, pointer(template, method, answer.status)),
    ].map((problem) => `${name}: ${problem}`)
  }

  function checkBody({ content }: OpenAPIV3.ResponseObject, { headers, body }: Answer, at: string): string[] {
    if (content === undefined) return body.length === 0 ? [] : ['there is a body, and none is documented']
    const mediaType = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    if ('*/*' in content) return []
    if (!(mediaType in content)) return [`the media type ${mediaType} is not documented`]
    const reference = `document#${at}/content/${mediaType.replace('/', '~1')}/schema`
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference })
    validators.set(reference, validate)
    try {
      validate(JSON.parse(body.toString()))
    } catch {
      return ['the body is not JSON']
    }
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
}

function checkHeaders(response: OpenAPIV3.ResponseObject, { headers }: Answer): string[] {
  const documented = Object.keys(response.headers ?? {}).map((header) => header.toLowerCase())
  return [
    ...Object.keys(headers)
      .filter((header) => !COMMON_HEADERS.has(header) && !documented.includes(header))
      .map((header) => `the header ${header} is not documented`),
    ...documented.filter((header) => !(header in headers)).map((header) => `the header ${header} is missing`),
  ]
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

function pointer(template: string | undefined, method: string, status: number): string {
  const path = (template ?? '').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
  return `/paths/${path}/${method.toLowerCase()}/responses/${status}`
}

/** The formats of the contract, written independently of the service. */
const FORMATS = {
  text: true,
  binary: true,
  date: (value: string) => {
    const moment = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === value
  },
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
} as const
