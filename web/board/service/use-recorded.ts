import { useEffect, useState } from 'preact/hooks'
import type { Exchange as Recorded } from '../../../src/classroom/exchanges/schemas.js'
import type { Evidence } from '../../shared/request-details/request-details.js'
import { RequestFailed, send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { useReload } from '../../shared/service/use-reload.js'
import type { Exchange } from './exchange.js'

export interface RecordedOptions {
  /** The number of the request on its board; `undefined` if the board has no public log. */
  number: number | undefined
  requestId: string
  /** The request, if this page has sent it. */
  known: Exchange | undefined
  /** The owner token. */
  token: string | undefined
  /** What the page knows about the faults of the response. If it changes, the service may show more. */
  state: string
  /** Called with the state that the shown data belongs to. */
  onLoad(state: string): void
}

/**
 * Loads a request with its response, again after each claim about it.
 *
 * @returns nothing until it is loaded. An empty object means that it is no longer recorded
 */
export function useRecorded({ number, requestId, known, token, state, onLoad }: RecordedOptions) {
  const [recorded, setRecorded] = useState<Evidence>()
  const [failure, setFailure] = useState<RequestFailed>()
  const load = useReload(async () => {
    try {
      const path = `${BASE_PATH}/requests/${encodeURIComponent(requestId)}`
      const loaded = await send<Recorded>('GET', path, { token })
      // A later request can have the same id.
      setRecorded(loaded.number === number ? loaded : {})
      setFailure(undefined)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      if (error.status === 404) setRecorded({})
      else setFailure(error)
    }
    onLoad(state)
  })
  useEffect(() => {
    if (number === undefined) onLoad(state)
    else load()
  }, [number, token, state])
  const isUnknown = number === undefined || (recorded !== undefined && recorded.response === undefined)
  // The service has not read the body of every request.
  const isUnread = recorded?.request?.body.text === null && recorded.request.files === undefined
  if (known === undefined || !(isUnknown || isUnread)) return { evidence: recorded, failure }
  return { evidence: isUnknown ? toEvidence(known, recorded) : { ...recorded, request: requestOf(known) }, failure }
}

/** Returns what this page knows about a request that it has sent. */
function toEvidence(known: Exchange, recorded: Evidence | undefined): Evidence {
  const { status, headers, size, body } = known
  return {
    ...recorded,
    request: requestOf(known),
    ...(status !== undefined && { response: { status, headers, body: { text: body ?? null, bytes: size } } }),
  }
}

function requestOf({ sent }: Exchange): NonNullable<Evidence['request']> {
  return {
    mediaType: sent?.mediaType ?? null,
    body: { text: sent?.text ?? null, bytes: sent?.bytes ?? new TextEncoder().encode(sent?.text ?? '').length },
    ...(sent?.files && { files: [...sent.files] }),
  }
}
