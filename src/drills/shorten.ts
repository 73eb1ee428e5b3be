import { copyStart } from '../api/recorder/copy-start.js'
import { JOURNAL_PATH_MAX } from '../contract/limits.js'
import type { Observation } from '../habits/observation.js'

/** Returns a request with the starts of its long texts, because the requests of a drill stay in memory. */
export function shorten(request: Observation): Observation {
  const start = (text: string) => (text.length > JOURNAL_PATH_MAX ? copyStart(text, JOURNAL_PATH_MAX) : text)
  return {
    ...request,
    target: start(request.target),
    idempotencyKey: request.idempotencyKey && start(request.idempotencyKey),
  }
}
