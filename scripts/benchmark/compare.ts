import { differences } from '../../test/defects/compare.js'
import type { Json, Reply } from '../../test/helper.js'
import type { Step } from './requests.js'

/** Where the response of a defective board first differs from that of a correct board, and both values. */
export interface Shown {
  /** The index of the request. */
  request: number
  in: 'status' | 'headers' | 'body'
  /** The place, such as `headers.location` or `content[].title`; for a text or bytes, `body`. */
  place: string
  correct: Json
  defective: Json
}

/**
 * Returns the first difference. Simultaneous requests can end in any order, so only their statuses are compared.
 *
 * @returns `undefined` if the responses are the same
 */
export function findDifference(
  steps: readonly Step[],
  correct: readonly Reply[],
  defective: readonly Reply[],
): Shown | undefined {
  for (let start = 0; start < steps.length; ) {
    let end = start + 1
    while (steps[end]?.withPrevious) end++
    const found =
      end === start + 1
        ? compare(start, correct[start] as Reply, defective[start] as Reply)
        : compareStatuses(end - 1, correct.slice(start, end), defective.slice(start, end))
    if (found !== undefined) return found
    start = end
  }
  return undefined
}

function compare(request: number, correct: Reply, defective: Reply): Shown | undefined {
  const places = differences(defective, correct)
  if (correct.status !== defective.status) {
    return { request, in: 'status', place: 'status', correct: correct.status, defective: defective.status }
  }
  const place = places.find((name) => !name.startsWith('headers.')) ?? places[0]
  if (place === undefined) return undefined
  const [, header] = /^headers\.(.*)/.exec(place) ?? []
  const values = [correct, defective].map((reply) =>
    header === undefined ? valueAt(reply.json ?? String(reply.bytes), place) : withoutBoard(reply.headers[header]),
  )
  return {
    request,
    in: header === undefined ? 'body' : 'headers',
    place,
    correct: values[0] ?? null,
    defective: values[1] ?? null,
  }
}

function compareStatuses(request: number, correct: readonly Reply[], defective: readonly Reply[]): Shown | undefined {
  const [expected, actual] = [correct, defective].map((replies) => replies.map(({ status }) => status).sort())
  if (String(expected) === String(actual)) return undefined
  return { request, in: 'status', place: 'status', correct: expected, defective: actual }
}

/** Returns the value at a place, or the list of values if the place is in a list. */
function valueAt(body: Json, place: string): Json {
  if (place === 'body') return body
  const names = place.replaceAll('[]', '.[]').split('.').filter(Boolean)
  const at = (value: Json, [name, ...rest]: string[]): Json => {
    if (name === undefined) return value
    if (name === '[]') return (value as Json[]).map((member) => at(member, rest))
    return at(value?.[name], rest)
  }
  // A key such as `checklistItems[0].text` contains dots.
  const [, field] = /^errors\.(.*)/.exec(place) ?? []
  return field === undefined ? withoutBoard(at(body, names)) : body?.errors?.[field]
}

function withoutBoard(value: Json): Json {
  return typeof value === 'string' ? value.replaceAll(/\/b\/[a-z2-7]{26}/g, '') : value
}
