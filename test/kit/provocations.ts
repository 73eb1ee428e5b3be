import type { OpenAPIV3 } from 'openapi-types'
import { JSON_BODY_BYTES_MAX, UPLOAD_BYTES_MAX } from '../../src/contract/limits.js'
import { type Json, multipart, type RequestOptions, type Service } from './helper.js'

interface Circumstances {
  service: Service
  operation: OpenAPIV3.OperationObject
  /** The documented body of the error. */
  example: Json
}

/** A request, whose path is that in the example. */
export interface Provocation extends RequestOptions {
  /** The query with its question mark. */
  query?: string
}

/** Returns the request that provokes an error, from a request that succeeds. */
type Provoke = (usual: RequestOptions, circumstances: Circumstances) => Provocation | Promise<Provocation>

const asItIs: Provoke = (usual) => usual
const unknownValue =
  (name: string): Provoke =>
  (usual) => ({ ...usual, query: `?${name}=unknown` })
const withFiles =
  (...parts: Parameters<typeof multipart>[0]): Provoke =>
  ({ token }) =>
    ({ token, ...multipart(parts) }) as Provocation
const withHeader =
  (value: (token: string) => string): Provoke =>
  ({ token = '', ...usual }) => ({ ...usual, headers: { ...usual.headers, authorization: value(token) } })
const note = (fileName: string) => ({ fileName, content: 'A note.' })

/** What provokes the errors in the documents of the variants, by the name of the example. */
export const PROVOCATIONS: Readonly<Record<string, Provoke>> = {
  'validation-failed': ({ json, ...usual }, { example }) => {
    const [field = ''] = Object.keys(example.errors)
    return json === undefined ? { ...usual, query: `?${field}=0` } : { ...usual, json: { ...json, [field]: 0 } }
  },
  'unknown-status': unknownValue('status'),
  'unknown-priority': unknownValue('priority'),
  'unknown-sort': unknownValue('sort'),
  'unknown-direction': unknownValue('direction'),
  'malformed-json': ({ token }) => withBody(token, '{"title":', 'application/json'),
  'malformed-url': (usual) => ({ ...usual, query: '?search=%E0%A4%A' }),
  'invalid-id': asItIs,
  'invalid-comment-id': asItIs,
  'invalid-attachment-id': asItIs,
  'task-not-found': asItIs,
  'comment-not-found': asItIs,
  'attachment-not-found': asItIs,
  'json-too-large': ({ token }) => withBody(token, `"${'x'.repeat(JSON_BODY_BYTES_MAX)}"`, 'application/json'),
  'upload-too-large': withFiles({ fileName: 'huge.png', content: Buffer.alloc(UPLOAD_BYTES_MAX) }),
  'unsupported-media-type': ({ token }) => withBody(token, 'A note.', 'text/plain'),
  'encoded-body': (usual) => ({ ...usual, headers: { ...usual.headers, 'content-encoding': 'gzip' } }),

  'file-too-large': withFiles({ fileName: 'huge.png', content: Buffer.alloc(1_048_577) }),
  'too-many-files': withFiles(...['first.txt', 'second.txt', 'fourth.txt'].map(note)),
  'files-missing': withFiles(),
  'file-in-wrong-part': withFiles({ ...note('quotes.txt'), name: 'file' }),
  'file-name-invalid': withFiles(note('')),
  'malformed-multipart': (usual) => ({ ...usual, body: 'A note.' }),

  'invalid-credentials': () => ({ json: { username: 'admin', password: 'unknown' } }),
  'invalid-refresh-token': () => ({ json: { refreshToken: 'unknown' } }),
  'token-missing': withoutToken,
  'token-without-scheme': withHeader((token) => token),
  'token-malformed': withHeader(() => 'Bearer token'),
  'token-foreign': withHeader((token) => `Bearer ${token.replace(/[^.]+$/, 'c2lnbmF0dXJl')}`),
  'token-expired': (usual, { service }) => {
    service.clock.now += 3_600_000
    return usual
  },
  'token-of-ended-session': async (usual, { service }) => {
    await service.send('POST /api/v2/auth/logout', { token: usual.token as string })
    return usual
  },
  'role-required': async (usual, { service }) => ({ ...usual, token: (await service.login('user', 'user123')).token }),
}

function withoutToken({ token: _, ...usual }: RequestOptions): Provocation {
  return usual
}

/** Returns a request with a body of this media type. */
export function withBody(token: string | undefined, body: string, type: string): Provocation {
  return { ...(token !== undefined && { token }), body, headers: { 'content-type': type } }
}

/** Whether an example belongs to an operation with this path. Operations can share the component of an error. */
export function isOwnExample(path: string, example: Json): boolean {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(example.path)
}
