import type { TransferListItem } from 'node:worker_threads'
import type { SentError } from '../../../sent-error.js'
import type { BoardQuotas } from '../../store.js'

/** What a thread needs to open its store. */
export interface Setup {
  role: 'writer' | 'reader'
  file: string
  /** Whether acknowledged writes survive a crash of the machine. */
  isDurable: boolean
  quotas: BoardQuotas
}

/** A call of a method of the store. */
export type Call = [id: number, method: string, args: unknown[]]

/** The outcome of a call: a result or an error. */
export type Outcome = [id: number, result: unknown] | [id: number, result: undefined, error: SentError]

/** A message to a thread: the calls of one turn of the event loop, or the request to close. */
export type Request = Call[] | 'close'

/** A message from a thread: that its store is open, or the outcomes of a group of calls. */
export type Report = 'open' | Outcome[]

/** The methods whose arguments or results contain bytes. */
const WITH_BYTES = new Set([
  'addAttachments',
  'fillEmptyBoard',
  'getAttachment',
  'readContent',
  'replaceContent',
  'resetBoard',
])

/** Whether the arguments or the result of a method contain bytes. */
export function hasBytes(method: string): boolean {
  return WITH_BYTES.has(method)
}

/**
 * Copies arguments, and lists the buffers to transfer. The caller keeps its own bytes: it may use them again, and small
 * ones share a buffer with others.
 */
export function detach(value: unknown, buffers: TransferListItem[]): unknown {
  if (value instanceof Uint8Array) {
    const copy = new Uint8Array(value)
    buffers.push(copy.buffer)
    return copy
  }
  if (Array.isArray(value)) return value.map((element) => detach(element, buffers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, detach(element, buffers)]))
}
