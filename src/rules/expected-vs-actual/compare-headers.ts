import type { Difference } from './exchange.js'
import { entryAt } from './shorten.js'

/**
 * The headers that are recorded and compared. Those of all responses, and those with secrets, are not. Each has a function
 * that makes values equal if they mean the same.
 */
const HEADERS: Record<string, (value: string) => string> = {
  'content-type': normalizeMediaType,
  location: (value) => value,
  allow: normalizeList,
  'retry-after': (value) => value,
  'www-authenticate': (value) => value,
  'preference-applied': (value) => value,
  'content-disposition': (value) => value,
  'cache-control': (value) => normalizeList(value.toLowerCase()),
}

/** The names of the headers that are recorded and compared. */
export const RECORDED_HEADERS: readonly string[] = Object.keys(HEADERS)

/** Compares the headers of two responses, by name in lower case. */
export function* compareHeaders(
  expected: Record<string, string>,
  actual: Record<string, string>,
): Generator<Difference> {
  for (const [name, normalize] of Object.entries(HEADERS)) {
    const [before, after] = [expected[name], actual[name]]
    if (before === after) continue
    if (before !== undefined && after !== undefined && normalize(before) === normalize(after)) continue
    yield entryAt(`headers.${name}`, before, after)
  }
}

/** Types and names of parameters have no case, and UTF-8 is the default of JSON and of this service. */
function normalizeMediaType(value: string): string {
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim())
  const others = parameters
    .map((parameter) => parameter.replace(/^[^=]+/, (name) => name.toLowerCase()).replaceAll('"', ''))
    .filter((parameter) => parameter !== '' && parameter.toLowerCase() !== 'charset=utf-8')
  return [type.toLowerCase(), ...others.sort()].join(';')
}

/** The order of the elements has no meaning. */
function normalizeList(value: string): string {
  return value
    .split(',')
    .map((element) => element.trim())
    .sort()
    .join()
}
