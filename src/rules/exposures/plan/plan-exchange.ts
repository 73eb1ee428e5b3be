import { parse } from '../../../contract/parse.js'
import { deleteTask, file, post, TASK, task, UNKNOWN_ID } from '../build.js'
import type { ExposureRequest, Step, Value } from '../exposure.js'
import { isCut, isJson, type RecordedExchange, type Refusal, type Target, targetOf, visibleFaults } from './exchange.js'
import { expectationsOf, isPlain, type Json, rulesOf } from './exchange-expectations.js'
import { partsOf, planTest } from './plan.js'
import { type Parts, planList } from './plan-list.js'

/** The id of a task, and that of one of its comments or attachments. */
const IDS = /^\/tasks\/[1-9]\d{0,14}(?:\/(comments|attachments)\/[1-9]\d{0,14})?(?=\/|$)/

/** The fields of a task that a request can set, without the checklist, whose items get ids. */
const SETTABLE = ['title', 'description', 'status', 'priority', 'dueDate', 'labels']

const LOGIN: Step = {
  as: 'login',
  send: { ...post('/auth/login', { username: '{user/username}', password: '{user/password}' }), auth: 'none' },
}

/**
 * Prepares a test that sends a recorded request, and expects the correct response as far as its sender may know it. It
 * first creates what the request needs, and then deletes it, so it runs on every board.
 *
 * @param options.url the base URL of the board
 * @param options.redacted what stands instead of a secret
 * @returns the test, or why there is none
 */
export function planExchange(exchange: RecordedExchange, options: { url: string; redacted: string }) {
  const { url, redacted } = options
  const { method } = exchange
  const [, variant, pathname = '', query] = /^\/api\/(v1|v2|buggy)(\/[^?]*)(?:\?(.*))?$/.exec(exchange.path) ?? []
  if (variant === undefined) return 'no-variant'
  const target = targetOf(exchange)
  if (typeof target === 'string') return target
  const request = requestOf(exchange, pathname, target, redacted)
  if (typeof request === 'string') return request
  const faults = visibleFaults(exchange)
  const line = `${method} ${pathname.replaceAll(/\/\d+/g, '/{id}').replaceAll(/[^\w/{}.-]/g, '_')}`
  const names = [...new URLSearchParams(query).keys()].map((name) => name.replaceAll(/\W/g, '_'))
  const sent = names.length > 0 ? `${line} with ${names.join(', ')}` : line
  const title = `${sent} returns ${target.status}${faults.length > 0 ? `, without ${faults.join(' and ')}` : ''}`
  const isStale = faults.includes('stale-read')
  const isList = method === 'GET' && pathname === '/tasks' && target.status === 200
  const parts = isList
    ? planList(query, target, title, isStale)
    : planOne({ ...request, path: pathname + (query === undefined ? '' : `?${query}`) }, target, title, isStale)
  const planned = variant === 'v2' ? 'v2' : 'v1'
  const rule = `Made from ${line} of ${variant}. ${rulesOf(faults)}`.trim()
  const board = method === 'DELETE' && pathname === '/tasks' ? 'alone' : 'any'
  return planTest({ ...parts, rule, variant: planned, editions: [], board }, planned, `${url}/api/${variant}`)
}

/** Returns the request without its path, or why it cannot be sent. */
function requestOf(
  { method, path, request: { mediaType, body, files }, response }: RecordedExchange,
  pathname: string,
  target: Target,
  redacted: string,
): Omit<ExposureRequest, 'path'> | Refusal {
  const text = body.text ?? ''
  const json = pathname.startsWith('/auth/') ? withAccount(text, target.status) : text
  if (`${path}${json}`.includes(redacted)) return 'redacted'
  if (files === undefined && isCut(body)) return 'cut'
  const texts = [path, text, target.body.text ?? '', response?.body.text ?? '']
  const isReference = (text: string) => text.includes('"$"') || partsOf(text).some((part) => typeof part !== 'string')
  if (texts.some(isReference)) return 'reference'
  if (files !== undefined) {
    if (target.status >= 300) return 'parts'
    const form = files.map(({ name, mediaType, size }) => file(name, { repeat: 'x', times: size }, mediaType))
    return { method, body: { form } }
  }
  const isSendable = /^(GET|HEAD|POST|PUT|PATCH|DELETE)$/.test(method)
  const isBodyless = text === ''
  if (!isSendable || (!isBodyless && (mediaType === null || /^(GET|HEAD)$/.test(method)))) return 'not-sendable'
  if (isBodyless) return { method }
  const value = isJson(mediaType) ? parse(json) : undefined
  // What a client sends must be what was sent: other texts have escapes, large numbers, a name twice, or no object.
  const compact = json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
  if (typeof value === 'object' && value !== null && JSON.stringify(value) === compact)
    return { method, body: { json: value as Value } }
  return { method, headers: { 'Content-Type': mediaType as string }, body: { text } }
}

/** Replaces the secrets of a login by those of the accounts of the test. Values that are no texts, and empty ones, stay. */
function withAccount(text: string, status: number): string {
  const json = parse(text)
  if (typeof json !== 'object' || json === null) return text
  const isRefused = status >= 400
  const account = 'username' in json && json.username === 'admin' ? 'admin' : 'user'
  const known: Record<string, Value> = {
    ...(!isRefused && { username: `{${account}/username}` }),
    password: isRefused ? 'wrong' : `{${account}/password}`,
    refreshToken: isRefused ? 'unknown' : '{login/refreshToken}',
  }
  const isSecret = (name: string, value: unknown) =>
    Object.hasOwn(known, name) && typeof value === 'string' && value !== ''
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, isSecret(name, value) ? known[name] : value]),
    ),
  )
}

/** Plans a request that is no list, with the steps that create what its path names. */
function planOne(recorded: ExposureRequest, target: Target, title: string, isStale: boolean): Parts {
  const { method } = recorded
  const [pathname = ''] = recorded.path.split('?')
  const [ids = '', list] = IDS.exec(pathname) ?? []
  const isUnknown = target.status === 404
  const isOk = target.status < 300
  const part = list === 'comments' ? '{comment/id}' : '{files/0/id}'
  const owner = list === undefined ? '' : `{task/id}/${list}/`
  const last = isUnknown ? UNKNOWN_ID : list === undefined ? '{task/id}' : part
  const path = ids === '' ? recorded.path : `/tasks/${owner}${last}${recorded.path.slice(ids.length)}`
  const request = { ...recorded, ...authOf(method, pathname, target), path }
  const stored = storedOf(method, pathname, target)
  const isCreation = method === 'POST' && pathname === '/tasks' && isOk
  const steps: Step[] = []
  if (ids !== '' && (list !== undefined || !isUnknown)) steps.push(task('task', isStale ? {} : stored))
  if (list === 'comments' && !isUnknown)
    steps.push({ as: 'comment', send: post('/tasks/{task/id}/comments', { text: 'A comment' }) })
  if (list === 'attachments' && !isUnknown) {
    const form = [file('notes.txt', 'text', target.mediaType?.split(';')[0])]
    steps.push({ as: 'files', send: { method: 'POST', path: '/tasks/{task/id}/attachments', body: { form } } })
  }
  if (/^\/auth\/(refresh|logout)$/.test(pathname) && isOk) steps.push(LOGIN)
  if (isStale && steps.length === 1) {
    const json = { ...TASK, ...stored }
    steps.push({ send: request }, { send: { method: 'PUT', path: '/tasks/{task/id}', body: { json } } })
  }
  const expected = expectationsOf(request, target, stored, title)
  steps.push({ ...(isCreation && { as: 'task' }), send: request, expect: expected })
  return { steps, cleanUp: steps.some(({ as }) => as === 'task') ? [deleteTask()] : [] }
}

/** Returns the values that a task must have before it is read or moved. */
function storedOf(method: string, pathname: string, { body, status }: Target): Json {
  const isMove = pathname.endsWith('/reorder')
  const json = parse(body.text)
  if (status >= 300 || !(isMove || /^GET \/tasks\/\d+$/.test(`${method} ${pathname}`))) return {}
  if (typeof json !== 'object' || json === null) return {}
  const known = Object.entries(json as Json).filter(
    ([name, value]) => SETTABLE.includes(name) && value !== null && isPlain(value),
  )
  const values = Object.fromEntries(known)
  return isMove ? { ...values, status: values.status === 'TODO' ? 'DONE' : 'TODO' } : values
}

/** Returns whose token a request of v2 sends. What is recorded does not say it, but the status does. */
function authOf(method: string, pathname: string, { status }: Target): Pick<ExposureRequest, 'auth'> {
  if (pathname === '/auth/logout' && status < 300) return { auth: { token: '{login/token}' } }
  if (/^\/auth\/(login|refresh)$/.test(pathname)) return { auth: 'none' }
  if (method === 'DELETE' && pathname === '/tasks') return { auth: status === 403 ? 'user' : 'admin' }
  return status === 403 ? { auth: 'none' } : {}
}
