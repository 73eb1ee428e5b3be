import fc from 'fast-check'
import type { Mutation } from './mutations.js'
import type { PlannedRequest } from './requests.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const TOO_LARGE = Buffer.from(`{"title":"x","status":"TODO","padding":"${'x'.repeat(1_048_576)}"}`)

/** Media types that no operation with a JSON body accepts. */
const OTHER_TYPES = [
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/jsonx',
  'application/merge-patch+json',
  'multipart/form-data; boundary=x',
  'json',
  '*/*',
]

/** Builds mutations of a request that replace its body. */
export function replacementsOf(request: PlannedRequest) {
  return (what: string, status: number, bytes: Buffer, headers: Record<string, string>): Mutation => ({
    what,
    request: { ...request, body: { bytes, headers } },
    status,
  })
}

/** Ways to break the body of a request; a request without a body gets a broken one. */
export function bodyMutations(request: PlannedRequest): fc.WeightedArbitrary<Mutation>[] {
  const { operation, body } = request
  if (!operation.statuses.includes(415) || 'multipart/form-data' in operation.content) return []
  const text = JSON.stringify(body && 'json' in body ? body.json : { refreshToken: 'x' })
  const replace = replacementsOf(request)
  const mutations: fc.WeightedArbitrary<Mutation>[] = [
    {
      weight: 20,
      arbitrary: malformed(text).map((broken) => replace('malformed JSON', 400, Buffer.from(broken), JSON_TYPE)),
    },
    {
      weight: 10,
      arbitrary: fc
        .tuple(fc.nat(Buffer.byteLength(text)), fc.constantFrom('ff', 'c0af', 'eda080', 'f5808080', '80'))
        .map(([at, hex]) => replace('invalid UTF-8', 400, insert(text, at, Buffer.from(hex, 'hex')), JSON_TYPE)),
    },
    {
      weight: 15,
      arbitrary: fc
        .constantFrom(...OTHER_TYPES.map((type) => ({ 'content-type': type })), {})
        .map((headers) => replace('a wrong media type', 415, Buffer.from(text), headers)),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom('gzip', 'br', 'deflate', 'x')
        .map((encoding) =>
          replace('an encoding', 415, Buffer.from(text), { ...JSON_TYPE, 'content-encoding': encoding }),
        ),
    },
    { weight: 10, arbitrary: fc.constant(replace('an oversized body', 413, TOO_LARGE, JSON_TYPE)) },
  ]
  if (body === undefined) return mutations
  return [
    ...mutations,
    {
      weight: 10,
      arbitrary: fc.constantFrom(JSON_TYPE, {}).map((headers) => ({
        ...replace('no body', 400, Buffer.alloc(0), headers),
        fields: 'any' as const,
      })),
    },
  ]
}

/** Texts that are not JSON: truncated, continued, or written as JavaScript. */
function malformed(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.integer({ min: 1, max: text.length - 1 }).map((end) => text.slice(0, end)),
    fc.constantFrom('}', ',', '{}', ' x', '\0', '//').map((end) => text + end),
    fc.constantFrom('NaN', '{a:1}', "{'a':1}", '{"a":1,}', '{"a":01}', '{"a":"\n"}', '{"a":"\\x41"}', '[', '"'),
  )
}

function insert(text: string, at: number, bytes: Buffer): Buffer {
  const original = Buffer.from(text)
  return Buffer.concat([original.subarray(0, at), bytes, original.subarray(at)])
}
