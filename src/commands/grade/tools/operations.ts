import { operationsIn } from '../../../contract/operations.js'

/** The ids of the operations by method and path below the base URL of the variant. v2 has all of them. */
const IDS = new Map(
  operationsIn('v2').map(({ id, method, path }) => [`${method} ${path.replace(/\{\w+\}/g, '{}')}`, id]),
)

const METHOD_AND_PATH =
  /\b(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)\s+(?:\(\d+\)\s+)?(?:https?:\/\/[^/\s]+)?(\/[^\s?#"'`]*)/

/**
 * Returns the id of the operation that handles a request. For a request that no operation handles, it returns the method
 * and the path, whose ids are replaced by `{}`.
 *
 * @param url a URL or a path, with or without the base path of a variant and of a private board, or a template of a path
 */
export function operationOf(method: string, url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split(/[?#]/)
  const segments = path
    .replace(/^(\/b\/[^/]+)?(\/api\/(v1|v2|buggy)(?=\/|$))?/, '')
    .split('/')
    .map((segment, index, all) => (isId(segment, all[index - 1]) ? '{}' : segment))
  const request = `${method.toUpperCase()} ${segments.join('/')}`
  return IDS.get(request) ?? request
}

/**
 * Returns the operation that a text names by method and path, such as `POST /tasks` or `POST (201) /tasks`; `undefined` if it
 * names none.
 */
export function operationIn(text: string): string | undefined {
  const [, method, path] = METHOD_AND_PATH.exec(text) ?? []
  return method === undefined || path === undefined ? undefined : operationOf(method, path)
}

/** Whether a segment of a path stands for a value. Generated ids can be any text. */
function isId(segment: string, previous: string | undefined): boolean {
  return ['tasks', 'comments', 'attachments'].includes(previous ?? '') && segment !== 'summary'
}
