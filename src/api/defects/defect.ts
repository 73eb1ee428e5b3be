import type { FastifyRequest } from 'fastify'
import type { Operations } from '../../rooms/board/operations.js'
import type { Store } from '../../rooms/store.js'
import type { DefectEffect } from '../../rules/log/entry.js'

/**
 * What is wrong with a defect:
 *
 * - `status`: a response has the wrong status.
 * - `body`: the body or a header of a response is wrong.
 * - `state`: a request stores something wrong, or a response shows what is no longer stored.
 * - `order`: tasks, comments or attachments are in the wrong order or at the wrong position.
 * - `concurrency`: simultaneous requests disturb each other.
 * - `authorization`: a client can change or read something without the right to do so.
 * - `limits`: a limit is not enforced, or is off by one.
 */
export const QUALITIES = ['status', 'body', 'state', 'order', 'concurrency', 'authorization', 'limits'] as const
export type Quality = (typeof QUALITIES)[number]

export const SEVERITIES = ['minor', 'major', 'critical'] as const

/** A response before it is sent. Defects change it in place. */
export interface DefectiveResponse {
  status: number
  /** The JSON body; `undefined` if there is no JSON body. */
  body: unknown
  /** The headers by name in lower case. */
  headers: Record<string, string>
}

export interface DefectContext {
  request: FastifyRequest
  /** The store without defects. */
  store: Store
  /** The notes of the defect on this board, the oldest first, as of the arrival of the request. */
  notes: readonly unknown[]
  addNotes(notes: readonly unknown[]): Promise<void>
}

/** What an operation of a defect gets besides its arguments. */
export interface OperationContext {
  request: FastifyRequest
  /** The notes of the defect on this board, the oldest first. */
  notes: readonly unknown[]
  /** Adds notes in the write of the operation. */
  addNotes(notes: readonly unknown[]): void
  /** Returns the values of the requests to this board that are in progress under a name. */
  inProgress(name: string): readonly unknown[]
  /**
   * Marks the request as in progress: from its write until a while after the commit. Only then is its response sent.
   *
   * @param value what it tells the others
   */
  enter(name: string, value?: unknown): void
}

/**
 * Returns the operations that replace others for a request.
 *
 * @param api the operations without the defect
 */
export type ReplaceOperations = (api: Operations, context: OperationContext) => Partial<Operations>

/**
 * Replaces one operation.
 *
 * @param operation the new one. It gets the operations without the defect as its first argument.
 */
export function override<Name extends keyof Operations>(
  name: Name,
  operation: (api: Operations, ...args: Parameters<Operations[Name]>) => ReturnType<Operations[Name]>,
): ReplaceOperations {
  return (api) => ({ [name]: (...args: Parameters<Operations[Name]>) => operation(api, ...args) })
}

/**
 * A defect that a private board can have. It breaks one rule, always and in the same way. Its hooks run only for
 * requests to its operations.
 */
export interface Defect {
  /** The code, such as `TB-017`. It never changes, and no other defect ever gets it. */
  code: `TB-${number}`
  name: string
  /** The behaviour with the defect, as a sentence. */
  title: string
  /** The rule that the defect breaks, as a sentence with the section of the specification or the decision. */
  rule: string
  /** The area of the API, which is also the name of a set of defects. */
  area: string
  quality: Quality
  severity: (typeof SEVERITIES)[number]
  /** The operations that the defect affects. An empty list stands for all requests, even those without an operation. */
  operations: readonly string[]
  /** The editions that can have the defect. By default, all can. */
  editions?: readonly string[]
  /** The variants that have the defect. By default, all have it. */
  variants?: readonly string[]
  /** Runs before the access token is checked. */
  beforeAuthentication?(context: DefectContext): Promise<void>
  /** Runs before the request is validated. It can change the values that the validation sees. */
  beforeValidation?(context: DefectContext): Promise<void> | void
  /** Runs after the validation. It can change the values that the handler sees, or throw an error of the catalogue. */
  beforeHandler?(context: DefectContext): Promise<void> | void
  /** Replaces operations on the board. */
  replace?: ReplaceOperations
  /** Changes a response, including error responses. */
  beforeSend?(response: DefectiveResponse, context: DefectContext): Promise<void> | void
}

/** A defect of the board of a request, and its data about the request. */
export interface ActiveDefect extends DefectContext {
  defect: Defect
  /** What the defect has changed. */
  effects: Set<DefectEffect>
  /** Whether the defect has changed the values that the handler gets. This has an effect if the handler succeeds. */
  changesInput: boolean
}

/** The operations and editions of most defects of an area, and their variants. */
type Common = Pick<Defect, 'area' | 'editions' | 'variants'> & Partial<Pick<Defect, 'operations'>>

type Rating = `${Defect['severity']} ${Quality}`

/** The key of a defect: its code and name, its severity and quality, and its operations, if they are not the common ones. */
type Key = `${Defect['code']} ${string} | ${Rating}${'' | ', current edition'}${'' | ` | ${string}`}`

/**
 * Returns a function that completes the defects of an area from their keys. With `current edition`, only this edition can
 * have the defect.
 *
 *     'TB-015 due-date-rolls-over | minor status, current edition | createTask, replaceTask': {
 *
 * @param common what most of them have in common; a defect can replace it. Without `operations`, they affect all requests.
 */
export function defectsIn(common: Common) {
  return (defects: Readonly<Record<Key, Pick<Defect, 'title' | 'rule'> & Partial<Defect>>>): Defect[] =>
    Object.entries(defects).map(([key, defect]) => {
      const [id = '', rating = '', operations] = key.split(' | ')
      const [code, name] = id.split(' ')
      const [severity, quality, edition] = rating.split(/,? /)
      return {
        ...{ operations: [], ...common, code, name, severity, quality },
        ...(edition && { editions: [edition] }),
        ...(operations && { operations: operations.split(', ') }),
        ...defect,
      } as Defect
    })
}
