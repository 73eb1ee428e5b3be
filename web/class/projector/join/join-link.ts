import { useEffect } from 'preact/hooks'
import type { JoinAddresses } from '../../../../src/classroom/projector/schemas.js'
import { useRequest } from '../../../shared/service/use-request.js'
import { useClass } from '../../service/class-api.js'

/** Returns the link that opens the start page with the joining code. */
export function joinLink(url: string, code: string): string {
  return `${url}/?${new URLSearchParams({ code })}`
}

/** Returns a URL as people type it: browsers add `http://`. */
export function typedUrl(url: string): string {
  return url.replace(/^http:\/\//, '')
}

/** Loads the addresses at which learners can open the start page. Until then, or without them, it is that of this page. */
export function useJoinAddresses(): JoinAddresses & { isLoading: boolean } {
  const api = useClass()
  const { result, failure, run } = useRequest<JoinAddresses>()
  useEffect(() => void run(() => api.send('GET', '/addresses')), [api, run])
  const isLoading = result === undefined && failure === undefined
  return { url: location.origin, local: false, others: [], ...result, isLoading }
}
