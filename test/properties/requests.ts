import fc from 'fast-check'
import { arbitraryOf } from './arbitrary-of-schema.js'
import type { Contract, Operation } from './documents.js'
import { NEVER_ASSIGNED } from './new-ids.js'
import { type Part, uploadOf } from './uploads.js'

/** The caller of a request. `forged` sends a token that was tampered with. */
export type Caller = 'admin' | 'user' | 'nobody' | 'forged'

/** A value in a path: an existing id of this task or of any, a deleted id, or a text. */
export type PathValue = { nth: number; from: 'own' | 'any' | 'deleted' } | { text: string }

/** The body of a request; a refresh token is obtained only when the request is sent. */
export type Body =
  | { json: unknown }
  | { parts: Part[] }
  | { bytes: Buffer; headers: Record<string, string> }
  | { refreshToken: 'live' | 'used' }

/** A request that can be sent to any board. */
export interface PlannedRequest {
  operation: Operation
  path: Record<string, PathValue>
  /** Names and values, not yet encoded. */
  query: [name: string, value: string][]
  body?: Body
  caller: Caller
}

/** Weights of operations: those that hash passwords are slow, so they are drawn less often. */
const WEIGHTS: Record<string, number> = { login: 1, refresh: 1, logout: 1 }

/** Valid requests to any operation of a document. */
export function requestsOf(contract: Contract): fc.Arbitrary<PlannedRequest> {
  return fc.oneof(
    ...contract.operations.map((operation) => ({
      weight: WEIGHTS[operation.id] ?? 8,
      arbitrary: requestOf(contract, operation),
    })),
  )
}

/** Valid requests to an operation. */
export function requestOf(contract: Contract, operation: Operation): fc.Arbitrary<PlannedRequest> {
  return fc
    .record({
      path: pathOf(contract, operation),
      query: queryOf(contract, operation),
      body: bodyOf(contract, operation),
      caller: callers,
    })
    .map(({ body, ...rest }) => ({ operation, ...rest, ...(body !== undefined && { body }) }))
}

const callers: fc.Arbitrary<Caller> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Caller>('admin') },
  { weight: 4, arbitrary: fc.constant<Caller>('user') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('nobody', 'forged') },
)

function pathOf(contract: Contract, { parameters }: Operation) {
  const values = parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name, schema }) => [
      name,
      fc.oneof<fc.WeightedArbitrary<PathValue>[]>(
        { weight: 8, arbitrary: fc.record({ nth: fc.nat(5), from: fc.constant('own') }) },
        { weight: 1, arbitrary: fc.record({ nth: fc.nat(5), from: fc.constant('any') }) },
        { weight: 2, arbitrary: fc.record({ nth: fc.nat(5), from: fc.constant('deleted') }) },
        {
          weight: 1,
          arbitrary: arbitraryOf(contract, { ...schema, minimum: NEVER_ASSIGNED }).map((id) => ({
            text: String(id),
          })),
        },
      ),
    ])
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<Record<string, PathValue>>
}

/** A parameter of the list that not every edition knows. */
const DIRECTION: [string, string] = ['direction', 'desc']

/** The parameters of a valid query, including unknown ones, which are ignored. */
export function queryOf(contract: Contract, { parameters }: Operation): fc.Arbitrary<[name: string, value: string][]> {
  const known = parameters.filter(({ in: place }) => place === 'query')
  const values = fc.record(
    Object.fromEntries(
      known.map(({ name, schema }) => [name, arbitraryOf(contract, schema).map((value) => String(value))]),
    ),
    { requiredKeys: known.filter(({ required }) => required).map(({ name }) => name) },
  ) as fc.Arbitrary<Record<string, string>>
  const extra = fc.constantFrom<[string, string]>(
    ['unknown', 'x'],
    ['Page', '-1'],
    ['__proto__', ''],
    ['filter[status]', '*'],
    ...(known.some(({ name }) => name === 'direction') ? [] : [DIRECTION]),
  )
  return fc.tuple(values, fc.option(extra, { freq: 8 })).chain(([record, entry]) =>
    fc.shuffledSubarray([...Object.entries(record), ...(entry === null ? [] : [entry])], {
      minLength: Object.keys(record).length,
    }),
  )
}

function bodyOf(contract: Contract, { id, content }: Operation): fc.Arbitrary<Body | undefined> {
  const bodies = Object.entries(content).map(([mediaType, { schema, examples }]): fc.Arbitrary<Body> => {
    if (mediaType === 'multipart/form-data') {
      return uploadOf(contract, schema).map((parts) => ({ parts }))
    }
    if (mediaType !== 'application/json') throw new Error(`There is no generator for ${mediaType}`)
    const valid = arbitraryOf(contract, schema).map((json) => ({ json }))
    const published = fc.constantFrom(...examples.map((json) => ({ json })))
    return id === 'refresh'
      ? fc.oneof(valid, published, fc.record({ refreshToken: fc.constantFrom('live', 'live', 'used') }))
      : fc.oneof({ weight: id === 'login' ? 1 : 9, arbitrary: valid }, { weight: 1, arbitrary: published })
  })
  return bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies)
}
