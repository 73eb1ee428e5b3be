import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parse } from '../../../contract/parse.js'
import { type Adapter, checkNameOf, type Finding, UnreadableReport } from './finding.js'
import { operationOf } from './operations.js'

const anything = Type.Optional(Type.Unknown())

/** The part of an entry of HAR 1.2 that the adapter reads. */
const Entry = Type.Object({
  request: Type.Object({ method: Type.String(), url: Type.String() }),
  response: Type.Object({ status: Type.Number(), comment: anything, _failureText: anything, _error: anything }),
  comment: anything,
})
const Har = Type.Object({ log: Type.Object({ entries: Type.Array(Entry) }) })

/** A response has a status from this number on. Tools write 0 or -1 (Playwright) for none. */
const STATUS_MIN = 100

/**
 * Reads HAR, a recording of requests and responses. It has no checks, so a finding is a response that every fuzzer
 * reports: a status of 500 or higher, none, or a response that did not end (`_failureText` of Playwright, `_error` of
 * Chromium). The comment of an entry or of a response is the name of a check that failed, too.
 */
export const har: Adapter = {
  needsReport: true,
  read({ report }) {
    const har = parse(report)
    if (Value.Check(Har, har)) return har.log.entries.flatMap(readEntry)
    throw new UnreadableReport('The report is not HAR: log.entries must have requests with responses')
  },
}

function readEntry({ request, response, comment }: Static<typeof Entry>): Finding[] {
  const { status } = response
  const checks = [comment, response.comment]
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .map(checkNameOf)
  if (status >= 500) checks.push('server error')
  if (status < STATUS_MIN) checks.push('no response')
  else if (response._failureText || response._error) checks.push('incomplete response')
  const operation = operationOf(request.method, request.url)
  return checks.map((check) => ({ operation, status: status < STATUS_MIN ? 0 : status, check }))
}
