import type { RecordedResponse } from '../../../src/rules/expected-vs-actual/exchange.js'
import type { RecordedExchange } from '../../../src/rules/exposures/plan/exchange.js'
import type { PlannedRequest } from '../../../src/rules/exposures/plan/plan.js'
import { planExchange } from '../../../src/rules/exposures/plan/plan-exchange.js'

const JSON_TYPE = 'application/json; charset=utf-8'
type Body = RecordedExchange['request']['body']

function bodyOf(body: unknown = ''): Body {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { text, bytes: text.length }
}

/** Returns a recorded response. */
export const responseOf = (status: number, body?: unknown, type = JSON_TYPE): RecordedResponse => ({
  status,
  headers: body === undefined ? {} : { 'content-type': type },
  body: bodyOf(body),
})

type Changes = Partial<RecordedExchange> & { sent?: unknown; type?: string }

/** Returns a recorded exchange. The request is its method and its path below `/api/`. */
export function exchangeOf(request: string, response?: RecordedResponse, changes: Changes = {}): RecordedExchange {
  const [method = '', path = ''] = request.split(' ')
  const { sent, type = 'application/json', ...others } = changes
  const sentBody = { mediaType: sent === undefined ? null : type, body: bodyOf(sent) }
  return { method, path: `/api/${path}`, request: sentBody, isHidden: false, ...(response && { response }), ...others }
}

/** The names of what most plans send. */
const NAMES: Record<string, string> = {
  'POST /tasks {"title":"Task","status":"TODO"}': 'create',
  'POST /tasks {"title":"Pack","status":"TODO","labels":["a"]}': 'create Pack',
  'DELETE /tasks/{task/id}': 'delete',
  'POST /tasks/{task/id}/comments {"text":"A comment"}': 'comment',
  'GET /tasks/{task/id}/attachments/{files/0/id}': 'download',
  'POST /auth/login {"username":"{user/username}","password":"{user/password}"}': 'log in',
  'GET /tasks/{task/id}': 'read',
  'POST /tasks/{task/id}/attachments [{"name":"files","fileName":"notes.txt","type":"text/plain","content":"text"}]':
    'upload',
  'POST /tasks/{task/id}/reorder {"targetStatus":"DONE","targetIndex":0}': 'move',
}

/** Plans the test of an exchange, or says why there is none. */
export const plan = (exchange: RecordedExchange) => planExchange(exchange, { url: 'http://a', redacted: '***' })

function lineOf({ method, path, auth, headers, body }: PlannedRequest): string {
  const sent = body && JSON.stringify(Object.values(body)[0])
  const parts = [auth === 'none' ? '' : auth === 'user' ? 'user:' : auth === 'admin' ? 'admin:' : `${auth.token}:`]
  return [...parts, method, path, headers?.['Content-Type'], sent].filter(Boolean).join(' ')
}

/** Returns what a plan sends and expects in a line, without JSON as the media type. Frequent parts have names. */
export function shown(exchange: RecordedExchange): string {
  const planned = plan(exchange)
  if (typeof planned === 'string') return planned
  const expected = planned.steps.flatMap(({ requests, expect }) => [
    ...requests.map(lineOf),
    ...expect.map(({ at, is }) => {
      const value = JSON.stringify('equals' in is ? is.equals : is)
      return `${at} ${value.includes('T\\\\d') ? 'TIME' : value}`
    }),
  ])
  const lines = [...expected.filter((line) => !line.includes('^application/json')), ...planned.cleanUp.map(lineOf)]
  return lines.map((line) => NAMES[line] ?? line).join(' · ')
}
