import { isAllowedWhenFrozen } from '../api/boards/freeze.js'

/** The parts that the build writes for `addResponses`, for each document (openapi/service/shared-responses.json). */
export interface SharedResponses {
  /** The headers of the responses that the document does not have. */
  headers: Readonly<Record<string, object>>
  responses: Readonly<Record<string, object>>
  /** The example of an unknown board in the 404 of operations that have one. The path of the error ends with `{path}`. */
  notFound?: object
}

/** A line of JSON or YAML that begins an object: its indentation and its name. */
const OBJECT = /^( *)"?([^"]+?)"?:(?: \{)?$/
const OPERATION_ID = /^ {6,8}"?operationId"?: "?(\w)(\w*)/
const indentOf = (line: string) => line.search(/\S|$/)

/**
 * Adds the responses that operations have only on some servers and boards: 429 and 507 where limits are configured, 404 and
 * 423 on private boards. It inserts lines, so that a document is neither parsed nor rendered again.
 *
 * @param text the document, as JSON or YAML
 * @param isOnBoard whether to add the responses of private boards, too
 */
export function addResponses(
  text: string,
  { headers, responses, notFound }: SharedResponses,
  isOnBoard: boolean,
): string {
  const isJson = text.startsWith('{')
  const lines = text.split('\n')
  /** Returns a member on one line: JSON, which YAML can contain. */
  const member = (indent: number, name: string, value: object) =>
    `\n${' '.repeat(indent)}"${name}": ${JSON.stringify(value)}${isJson ? ',' : ''}`
  const used = new Set<string>()
  const names: string[] = []
  const places: Record<string, number> = {}
  let full = ''
  for (const [index, line] of lines.entries()) {
    const [, first, rest] = OPERATION_ID.exec(line) ?? []
    if (first !== undefined) full = `BoardFullOf${first.toUpperCase()}${rest}`
    const [, { length } = '', name = ''] = OBJECT.exec(line) ?? []
    if (name === '') continue
    names.splice(length / 2 - (isJson ? 1 : 0), names.length, name)
    const [root, path = '', method = '', part, status, , , deepest] = names
    if (root === 'components' && names.length === 2) places[path] = index
    if (root !== 'paths' || part !== 'responses') continue
    if (names.length === 4) {
      const end = lines.findIndex((other, i) => i > index && other !== '' && indentOf(other) <= length)
      const own = lines.slice(index, end).filter((other) => indentOf(other) === length + 2)
      const isFrozen = isOnBoard && !isAllowedWhenFrozen(method.toUpperCase(), path)
      const added = { 404: isOnBoard && 'BoardNotFound', 423: isFrozen && 'BoardFrozen', 429: 'RateLimited', 507: full }
      for (const [code, response] of Object.entries(added)) {
        if (response === false || !(response in responses) || own.some((other) => other.includes(code))) continue
        used.add(response)
        lines[index] += member(length + 2, code, { $ref: `#/components/responses/${response}` })
      }
    } else if (isOnBoard && notFound && status === '404' && deepest === 'examples' && names.length === 8) {
      const example = JSON.stringify(notFound).replace('{path}', path.replace(/\{\w+\}/g, '1'))
      lines[index] += member(length + 2, 'board-not-found', JSON.parse(example))
    }
  }
  const define = (kind: string, name: string, value: object = {}) => {
    lines[places[kind] ?? 0] += member(isJson ? 6 : 4, name, value)
  }
  for (const name of used) define('responses', name, responses[name])
  if (used.has('RateLimited')) for (const [name, header] of Object.entries(headers)) define('headers', name, header)
  return lines.join('\n')
}
