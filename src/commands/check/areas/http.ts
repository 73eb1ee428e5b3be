import { area } from '../check.js'

/** Methods, paths and bodies, whatever the operation. */
export const http = area('http')

const ALLOWED: [path: string, methods: string[], scope?: 'current'][] = [
  ['/tasks', ['DELETE', 'GET', 'POST'], 'current'],
  ['/tasks/1', ['DELETE', 'GET', 'PUT']],
  ['/tasks/summary', ['GET']],
  ['/tasks/1/reorder', ['POST'], 'current'],
  ['/tasks/1/comments', ['POST']],
  ['/tasks/1/comments/1', ['DELETE', 'PUT']],
  ['/tasks/1/attachments', ['POST'], 'current'],
]
for (const [path, methods, scope = ''] of ALLOWED) {
  const name = path.slice(1).replaceAll('/', '-')
  // HEAD belongs to GET. Implementations may list it.
  const allowed = `(${[...methods, 'HEAD', 'OPTIONS'].join('|')})`
  const all = methods.map((method) => `(?=.*\\b${method}\\b)`).join('')
  http(`
    ${name}-wrong-method | decision 27, ${scope} | PATCH ${path} returns 405. | PATCH ${path} → 405
    ${name}-allow | decision 27, ${scope} | 'Allow' of PATCH ${path} lists ${methods.join(', ')}.
      PATCH ${path} → header allow ~ /^${all}${allowed}( *, *${allowed})*$/`)
}

const JSON_TYPE = 'with content-type: application/json'
const TASK = '{"title":"A task","status":"TODO"}'
/** A body of a task whose unknown field has this many levels. */
const nested = (levels: number) => `{"title":"x","status":"TODO","unknown":${'['.repeat(levels)}${']'.repeat(levels)}}`
/** A valid body of this many bytes. Its last field has characters of two bytes each. */
function bodyOf(bytes: number): string {
  const [start, end] = ['{"title":"A task","status":"TODO","unknown":"', '"}']
  const rest = bytes - start.length - end.length
  return start + 'é'.repeat(rest / 2) + 'x'.repeat(rest % 2) + end
}

/** Hexadecimal bytes that are not UTF-8: stray, truncated, overlong, a surrogate, and beyond Unicode. */
const NOT_UTF_8 = ['ff', 'c3', '80', 'c080', 'e08080', 'eda080', 'f4908080']
const BODIES_NOT_UTF_8 = ['title', 'unknown'].flatMap((field) => {
  const [before, after] = JSON.stringify({ status: 'TODO', title: 'A task', [field]: '|' })
    .split('|')
    .map((part) => Buffer.from(part).toString('hex'))
  return NOT_UTF_8.map((hex) => `POST /tasks hex ${before}${hex}${after} ${JSON_TYPE} → 400`)
})

http(`
unknown-path | decision 27 | An unknown path returns 404. | GET /nothing → 404
unknown-subpath | decision 27 | An unknown path below a task returns 404. | GET /tasks/1/nothing → 404
slash-at-end | decision 51 | '/tasks/' returns 404. | GET /tasks/ → 404
undecodable-path | decision 27 | A path that cannot be decoded returns 400. | GET /tasks/%ff → 400
undecodable-query | decision 47 | A query that cannot be decoded returns 400. | GET /tasks?search=%ff → 400
utf-8 | decision 7 | Bodies are read as UTF-8. | POST /tasks +{title: "Ümläut ☂"} → {title: "Ümläut ☂"}
charset | decision 7 | 'application/json; charset=UTF-8' is accepted.
  POST /tasks raw ${TASK} with content-type: application/json; charset=UTF-8 → 201
text-plain | decision 7 | A body as 'text/plain' is refused with 415.
  POST /tasks raw ${TASK} with content-type: text/plain → 415
form | decision 7 | A form is refused with 415.
  POST /tasks raw title=x&status=TODO with content-type: application/x-www-form-urlencoded → 415
xml | decision 7 | XML is refused with 415. | POST /tasks raw <task/> with content-type: application/xml → 415
malformed-json | decision 7 | Malformed JSON is refused with 400. | POST /tasks raw {"title": "x", ${JSON_TYPE} → 400
trailing-text | decision 7 | Text after the JSON is refused with 400. | POST /tasks raw ${TASK} x ${JSON_TYPE} → 400
single-quotes | decision 7 | Single quotes are refused with 400.
  POST /tasks raw ${TASK.replaceAll('"', "'")} ${JSON_TYPE} → 400
deepest | decision 60 | A body with 64 levels is accepted. | POST /tasks raw ${nested(63)} ${JSON_TYPE} → 201
deep | decision 60 | A body with 65 levels is refused with 400. | POST /tasks raw ${nested(64)} ${JSON_TYPE} → 400
too-large | decision 7 | A JSON body over 1 MiB is refused with 413.
  POST /tasks raw ${bodyOf(1_048_577)} ${JSON_TYPE} → 413
largest | decision 7 | A JSON body of 1 MiB is accepted. | POST /tasks raw ${bodyOf(1_048_576)} ${JSON_TYPE} → 201
content-encoding | decision 52 | A body with 'Content-Encoding: gzip' is refused with 415.
  POST /tasks raw ${TASK} ${JSON_TYPE} with content-encoding: gzip → 415
identity | decision 52 | A body with 'Content-Encoding: identity' is accepted.
  POST /tasks raw ${TASK} ${JSON_TYPE} with content-encoding: identity → 201
prototype | decision 4 | '__proto__' in a body is ignored.
  POST /tasks raw {"title":"x","status":"TODO","__proto__":{"priority":"LOW"}} ${JSON_TYPE}
  → 201 ; {priority: "MEDIUM"}
not-utf-8 | decision 39, v1 v2 | A body that is not UTF-8 is refused with 400.
  ${BODIES_NOT_UTF_8.join('\n')}
get-with-content-type | decision 7 | GET accepts 'Content-Type' without a body. | GET /tasks ${JSON_TYPE} → 200
`)
for (const type of ['text/json', 'application/json-patch+json', 'application/octet-stream']) {
  http(`
    ${type} | decision 7 | A body as '${type}' is refused with 415.
      POST /tasks raw ${TASK} with content-type: ${type} → 415`)
}

/** The operations that require a JSON body. */
const WITH_BODY: [name: string, request: string, json: string, status: number, scope?: 'current'][] = [
  ['create', 'POST /tasks', 'title: "A task", status: "TODO"', 201],
  ['replace', 'PUT /tasks/{id}', 'title: "A task", status: "TODO"', 200],
  ['reorder', 'POST /tasks/{id}/reorder', 'targetStatus: "DONE", targetIndex: 0', 200, 'current'],
  ['comment', 'POST /tasks/{id}/comments', 'text: "x"', 201],
  ['change-comment', 'PUT /tasks/{id}/comments/{commentId}', 'text: "x"', 200],
]
for (const [name, request, json, success, scope = ''] of WITH_BODY) {
  const sent = request.replace('{id}', '{task.id}').replace('{commentId}', '{comment.id}')
  const unknown = request.replaceAll(/\{\w+\}/g, '{unknown}')
  http(`
    missing-body-${name} | decision 7, ${scope} | ${request}: a missing body is refused with 400.
      ${sent} ${JSON_TYPE} → 400
      ${sent} → 400
    body-array-${name} | decision 5, ${scope} | ${request}: an array is refused with 400. | ${sent} [{${json}}] → 400
    ignores-fields-${name} | decision 4, ${scope} | ${request}: unknown and read-only fields are ignored.
      ${sent} {${json}, id: "x", createdAt: 5, constructor: []} → ${success}`)
  if (name === 'create') continue
  const title = `${request}: an invalid body is 400 even for an unknown task.`
  http(`
    invalid-before-unknown-${name} | decision 17, ${scope} | ${title}
      ${unknown} {} → 400
      ${unknown} raw { ${JSON_TYPE} → 400`)
}
