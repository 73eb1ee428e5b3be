/** What differs between two runs of the same requests, except ids, and what stands for it. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[a-z2-7]{26}\.[\w.-]+(:\d+)?/g, 'http://<board host>'],
  [/\bhttps?:\/\/[\w.-]+(:\d+)?/g, 'http://<host>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?/g, '<time>'],
  [/[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, '<time>'],
  [/\b1[78]\d{8}(\d{3})?\b/g, '<time>'],
  [/(less than )?\d+(\.\d+)? (ms|s|seconds?)\b/g, '<duration>'],
  // Caddy leaves out these headers of responses without a body.
  [/(?<=304 Not Modified\r\n(?:.+\n)*)content-type: .*\n/g, ''],
  [/(?<=HTTP\/1.1 .*\r\n(?:.+\n)*)content-length: .*\n/g, ''],
  // The tag of a document depends on the host.
  [/etag: \\?"[^"]+"/g, 'etag: <tag>'],
  [/"revision":\d+/g, '"revision":"<revision>"'],
  [/(openapi\.json[^}]*"size":)\d+/g, '$1<size>'],
  [/boundary=[\w-]+/g, 'boundary=<boundary>'],
  [/"(duration|seconds|firstByte)": ?[\d.]+/g, '"$1":"<duration>"'],
]

/** Headers of the connection to a proxy, and what each proxy adds. */
const OF_PROXY = ['connection', 'date', 'keep-alive', 'server', 'strict-transport-security', 'transfer-encoding', 'via']

/** Writes headers without those of a proxy, and in the order of their names. */
export function showHeaders(headers: Iterable<readonly [name: string, value: string]>): string {
  return [...headers]
    .filter(([name]) => !OF_PROXY.includes(name.toLowerCase()))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}\n`)
    .sort()
    .join('')
}

/** The headers of a response in the output of curl. */
const HEADERS = /(?<=HTTP\/1\.1 \d{3} [^\r\n]*\r\n)(?:[\w-]+: [^\r\n]*\r\n)+/g

/** UUIDs, tokens, ids of sessions in them, of boards and of classes, numbers of certificates, and codes. */
const IDS =
  /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\beyJ[\w-]+\.[\w-]+\.[\w-]+|(?<![\w-])([\w-]{43}|[\w-]{28}(?=~)|[a-z2-7]{26}|[\w-]{22})(?![\w-])|\b([2-9A-HJKMNP-TV-Z]{4}-){1,3}[2-9A-HJKMNP-TV-Z]{4}\b/g

/**
 * Sorts the headers of responses, and replaces times, durations, hosts and ids in a text. Ids are numbered by their first place in the text, so that equal ones
 * stay equal.
 */
export function normalise(text: string): string {
  const ids = new Map<string, string>()
  const sorted = text.replaceAll(HEADERS, (headers) => {
    return showHeaders([...headers.matchAll(/([\w-]+): ([^\r]*)/g)].map(([, name = '', value = '']) => [name, value]))
  })
  const numbered = sorted.replaceAll(IDS, (id) => {
    const found = ids.get(id) ?? `<id ${ids.size + 1}>`
    ids.set(id, found)
    return found
  })
  return VARYING.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), numbered)
}
