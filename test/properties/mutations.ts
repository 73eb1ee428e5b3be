import fc from 'fast-check'
import type { Contract, Operation } from './documents.js'
import { bodyMutations } from './mutations-of-body.js'
import { fieldMutation } from './mutations-of-fields.js'
import { uploadMutations } from './mutations-of-upload.js'
import { urlMutations } from './mutations-of-url.js'
import { type PlannedRequest, requestOf } from './requests.js'
import type { Outgoing } from './sending.js'

/** A request that the document forbids, and what must be said of it. */
export interface Mutation {
  /** What is wrong with it, in words. */
  what: string
  /** The valid request that it was, or already one with invalid fields. */
  request: PlannedRequest
  /** What is done to it before it is sent. */
  alter?: (outgoing: Outgoing) => Outgoing
  status: number
  /** The keys of `errors`; there is no `errors` where this is undefined, and nothing is said of it where it is `any`. */
  fields?: string[] | 'any'
  /** What the message must hold. */
  message?: string
  /** The value of `Allow`, sorted. */
  allow?: string[]
  /** Whether it is refused whoever calls, before a token is asked for. */
  anonymous?: boolean
}

/** Ways to break the requests to any operation of a document; operations that take more are broken more often. */
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

/** How many parameters and fields of a JSON body an operation takes. */
function fieldsIn(contract: Contract, { parameters, content }: Operation): number {
  const { schema = {} } = content['application/json'] ?? {}
  return parameters.length + Object.keys(contract.resolve(schema).properties ?? {}).length
}
