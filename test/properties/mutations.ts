import fc from 'fast-check'
import type { Contract, Operation } from './documents.js'
import { bodyMutations } from './mutations-of-body.js'
import { fieldMutation } from './mutations-of-fields.js'
import { uploadMutations } from './mutations-of-upload.js'
import { urlMutations } from './mutations-of-url.js'
import { type PlannedRequest, requestOf } from './requests.js'
import type { Outgoing } from './sending.js'

/** A request that the document forbids, and the error that it must get. */
export interface Mutation {
  /** What is wrong with it, for messages. */
  what: string
  /** The original request, which may already have invalid fields. */
  request: PlannedRequest
  /** Changes the request before it is sent. */
  alter?: (outgoing: Outgoing) => Outgoing
  status: number
  /** The keys of `errors`; `undefined` where `errors` must be absent, `any` where it is not checked. */
  fields?: string[] | 'any'
  /** A text that the message must contain. */
  message?: string
  /** The value of `Allow`, sorted. */
  allow?: string[]
  /** Whether it is refused before the token is checked. */
  anonymous?: boolean
}

/** Broken requests to any operation of a document; operations with more fields are drawn more often. */
export function mutationsOf(contract: Contract): fc.Arbitrary<Mutation> {
  return fc.oneof(
    ...contract.operations.map((operation) => ({
      weight: 4 + fieldsIn(contract, operation) + ('multipart/form-data' in operation.content ? 16 : 0),
      arbitrary: mutationOf(contract, operation),
    })),
  )
}

function mutationOf(contract: Contract, operation: Operation): fc.Arbitrary<Mutation> {
  const fields = fieldMutation(contract, operation)
  const weight = 25 * fieldsIn(contract, operation)
  return requestOf(contract, operation).chain((request) =>
    fc.oneof(
      ...(fields === undefined ? [] : [{ weight, arbitrary: fields(request) }]),
      ...bodyMutations(request),
      ...uploadMutations(contract, request),
      ...urlMutations(contract, request),
    ),
  )
}

/** The number of parameters and body fields of an operation. */
function fieldsIn(contract: Contract, { parameters, content }: Operation): number {
  const { schema = {} } = content['application/json'] ?? {}
  return parameters.length + Object.keys(contract.resolve(schema).properties ?? {}).length
}
