import { type Adapter, checkNameOf, type Finding, UnreadableReport } from './finding.js'
import { operationOf } from './operations.js'

/** The part of an entry of HAR 1.2 that the adapter reads. */
interface Entry {
  request: { method: string; url: string }
  response: { status: number; comment?: unknown }
  comment?: unknown
}

/**
 * Reads HAR, a recording of requests and responses. It has no checks, so a finding is a response that every fuzzer
 * reports: a status of 500 or higher, or none (0). The comment of an entry or of a response is the name of a check that
 * failed, too.
 */
export const har: Adapter = {
  needsReport: true,
  read({ report }) {
    return entriesOf(report ?? '').flatMap(readEntry)
  },
}

function entriesOf(text: string): Entry[] {
  let entries: unknown
  try {
    entries = JSON.parse(text).log.entries
  } catch {
    // The message below says it.
  }
  if (!Array.isArray(entries) || !entries.every(isEntry)) {
    throw new UnreadableReport('The report is not HAR: log.entries must have requests with responses')
  }
  return entries
}

function isEntry(entry: Partial<Entry> | null): entry is Entry {
  return (
    typeof entry?.request?.method === 'string' &&
    typeof entry.request.url === 'string' &&
    typeof entry.response?.status === 'number'
  )
}

function readEntry({ request, response, comment }: Entry): Finding[] {
  const { status } = response
  const checks = [comment, response.comment]
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .map(checkNameOf)
  if (status >= 500) checks.push('server error')
  if (status === 0) checks.push('no response')
  return checks.map((check) => ({ operation: operationOf(request.method, request.url), status, check }))
}
