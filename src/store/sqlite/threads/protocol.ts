import type { SentError } from '../../../threads/sent-error.js'
import { withOwnMemory } from '../../../threads/worker-thread.js'
import type { BoardQuotas } from '../../store.js'
import type { Method } from './methods.js'

/** What a thread needs to open its store. */
export interface Setup {
  role: 'writer' | 'reader'
  file: string
  /** The identity of its files. They may be replaced before the thread starts. */
  identity: string
  /** Whether acknowledged writes survive a crash of the machine. */
  isDurable: boolean
  quotas: BoardQuotas
  /** The token of the owner of the database. */
  token: string
}

/** A call of a method of the store. */
export type Call = [id: number, method: string, args: unknown[]]

/** The outcome of a call: a result or an error. */
export type Outcome = [id: number, result: unknown] | [id: number, result: undefined, error: SentError]

/** A message to a thread: the calls of one turn of the event loop, or the request to close. */
export type Request = Call[] | 'close'

/** A message from a thread: that its store is open, or the outcomes of a group of calls. */
export type Report = 'open' | Outcome[]

/**
 * The methods whose arguments or results contain bytes. Bytes are moved to the other thread if their owner does not need
 * them again. Otherwise a copy is moved.
 */
const WITH_BYTES: Readonly<Partial<Record<Method, 'moved' | 'copied'>>> = {
  addAttachments: 'moved',
  rehearse: 'moved',
  // The demonstration board uses the same files again.
  fillEmptyBoard: 'copied',
  resetBoard: 'copied',
  getAttachment: 'moved',
  readContent: 'moved',
  replaceContent: 'moved',
}

/**
 * Prepares the arguments or the result of a method for a message, and collects the buffers to transfer.
 *
 * @param buffers receives the buffers
 */
export function detach<T>(method: string, value: T, buffers: Set<ArrayBuffer>): T {
  const bytes = WITH_BYTES[method as Method]
  return bytes === undefined ? value : (detachBytes(value, bytes === 'moved', buffers) as T)
}

function detachBytes(value: unknown, isMoved: boolean, buffers: Set<ArrayBuffer>): unknown {
  // Test environments such as jsdom replace the class, so `instanceof` would not recognise a Buffer.
  if (ArrayBuffer.isView(value)) {
    const bytes = value as Uint8Array
    const detached = isMoved ? withOwnMemory(bytes) : new Uint8Array(bytes)
    buffers.add(detached.buffer)
    return detached
  }
  if (Array.isArray(value)) return value.map((element) => detachBytes(element, isMoved, buffers))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, detachBytes(element, isMoved, buffers)]),
  )
}
