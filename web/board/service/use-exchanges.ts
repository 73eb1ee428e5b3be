import { useCallback, useRef, useState } from 'preact/hooks'
import { redact, redactParameters } from '../../../src/rules/expected-vs-actual/redact.js'
import { useStored } from '../../shared/browser/use-stored.js'
import { TEXT_MAX } from '../../shared/request-details/is-cut.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import type { Exchange } from './exchange.js'

/** The number of user requests that the page remembers. */
export const EXCHANGES_MAX = 50

/** The requests that this page has sent for the user, newest first. */
export interface Exchanges {
  /** Those since the page was loaded. */
  exchanges: readonly Exchange[]
  /** Those before the page was reloaded. */
  earlier: readonly Exchange[]
  record(entry: Omit<Exchange, 'time'>): void
}

/** Keeps the requests of the user until the tab is closed. Secrets are kept only until the page is closed or reloaded. */
export function useExchanges(): Exchanges {
  const [stored, store] = useStored<readonly Exchange[]>(`exchanges ${BASE_PATH}`)
  const [earlier] = useState(stored ?? [])
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const all = useRef(earlier)
  const record = useCallback((entry: Omit<Exchange, 'time'>) => {
    const ended = { ...entry, time: performance.now() }
    setExchanges((before) => [ended, ...before].slice(0, EXCHANGES_MAX))
    all.current = [withoutSecrets(ended), ...all.current].slice(0, EXCHANGES_MAX)
    store(all.current)
  }, [])
  return { exchanges, earlier, record }
}

/** Returns what may be stored of a request: no secrets, and only the start of long texts. */
function withoutSecrets({ path, sent, body, ...entry }: Exchange): Exchange {
  return {
    ...entry,
    path: redactParameters(path),
    body: shorten(body) ?? undefined,
    sent: sent && { ...sent, text: shorten(sent.text), bytes: new TextEncoder().encode(sent.text ?? '').length },
  }
}

function shorten(text: string | null | undefined): string | null {
  return text == null ? null : redact(text).slice(0, TEXT_MAX)
}
