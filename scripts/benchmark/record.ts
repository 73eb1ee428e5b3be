import { isUtf8 } from 'node:buffer'
import type { VariantName } from '../../src/client/names.js'
import type { Target } from '../../src/conformance/kit/api.js'
import type { Check } from '../../src/conformance/kit/check.js'
import type { Fetch } from '../../src/conformance/kit/exchange.js'
import { runChecks } from '../../src/conformance/run.js'
import { targetAt } from '../../test/conformance/helper.js'
import type { Json } from '../../test/helper.js'
import { ACCOUNTS, type Content, type Part, type Place, type Step } from './requests.js'

/** A request as it was sent, and the JSON body of its response. */
interface Recorded {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
  json: Json
  wait: number | undefined
  withPrevious: boolean
}

/** A signature that is never right. */
const WRONG_SIGNATURE = 'A'.repeat(43)

/** Runs a check, and returns its requests as steps. Ids and tokens of earlier responses become references. */
export async function recordCheck(check: Check, variant: VariantName, boardUrl: string, place: Place): Promise<Step[]> {
  const recorded: Recorded[] = []
  const prefix = `${boardUrl}/api/${variant}`
  let waiting: number | undefined
  let inProgress = 0
  const fetch: Fetch = async (url, init) => {
    const { method = 'GET', headers, body } = init
    const { prefer: _, ...sent } = headers as Record<string, string>
    const path = url.slice(prefix.length)
    const withPrevious = inProgress > 0
    const request = { method, path, headers: sent, body: body as Recorded['body'], wait: waiting, withPrevious }
    waiting = undefined
    const entry: Recorded = { ...request, json: undefined }
    recorded.push(entry)
    inProgress++
    const response = await place.fetch(url, init)
    const copy = await response.clone().text()
    inProgress--
    try {
      entry.json = JSON.parse(copy)
    } catch {}
    return response
  }
  const target: Target = targetAt(boardUrl, fetch)
  const wait = async (milliseconds: number) => {
    waiting = milliseconds
    await place.wait(milliseconds)
  }
  await runChecks({ target, checks: [check], variants: [variant], wait })
  return recorded.map((_, index) => toStep(recorded, index))
}

function toStep(recorded: readonly Recorded[], index: number): Step {
  const { method, path, headers, body, wait, withPrevious } = recorded[index] as Recorded
  const earlier = recorded.slice(0, index)
  const { authorization, 'content-type': type, ...others } = headers
  const [, token] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
  const own: Record<string, string> = {
    ...others,
    ...(authorization !== undefined &&
      token === undefined && { authorization: withTokensInside(authorization, earlier) }),
  }
  const step: Step = { method, path: withIds(path, earlier), ...(wait !== undefined && { wait }) }
  if (withPrevious) step.withPrevious = true
  if (token !== undefined) step.bearer = withTokens(token, earlier)
  if (type?.startsWith('multipart/form-data')) {
    step.parts = partsOf(Buffer.from(body ?? '').toString('latin1'))
  } else if (type === 'application/json' && isJson(body)) {
    step.json = JSON.parse(withTokensInside(String(body), earlier))
  } else {
    if (type !== undefined) own['content-type'] = type
    if (body) step.text = String(body)
  }
  if (Object.keys(own).length > 0) step.headers = own
  return step
}

function isJson(body: Recorded['body']): boolean {
  try {
    JSON.parse(String(body))
    return body !== null
  } catch {
    return false
  }
}

/** Replaces the ids of tasks, comments and attachments in a path. */
function withIds(path: string, earlier: readonly Recorded[]): string {
  const [, id, part, partId] = /^\/tasks\/(\d+)(?:\/(comments|attachments)\/(\d+))?/.exec(path) ?? []
  let changed = path
  if (part !== undefined) {
    const created = earlier.findIndex(({ method, path: other, json }) => {
      const isCreate = method === 'POST' && other === `/tasks/${id}/${part}`
      return isCreate && [json].flat().some((member) => String(member?.id) === partId)
    })
    const { json } = earlier[created] ?? {}
    const member = Array.isArray(json) ? `${json.findIndex((each) => String(each?.id) === partId)}.` : ''
    if (created >= 0) changed = changed.replace(`/${part}/${partId}`, `/${part}/{{${created}.${member}id}}`)
  }
  const task = earlier.findIndex(
    ({ method, path: other, json }) => method === 'POST' && other === '/tasks' && String(json?.id) === id,
  )
  return task < 0 ? changed : changed.replace(`/tasks/${id}`, `/tasks/{{${task}.id}}`)
}

/** Replaces a token, or the parts of a token that was changed. */
function withTokens(token: string, earlier: readonly Recorded[]): string {
  const exact = earlier.findIndex(({ json }) => json?.token === token)
  if (exact >= 0) return `{{${exact}.token}}`
  const refresh = earlier.findIndex(({ json }) => json?.refreshToken === token)
  if (refresh >= 0) return `{{${refresh}.refreshToken}}`
  const parts = token.split('.')
  const source = earlier.findLastIndex(({ json }) => String(json?.token).split('.')[1] === parts[1])
  if (source < 0) return token
  const known = String(earlier[source]?.json.token).split('.')
  return parts
    .map((part, index) => {
      if (part === known[index]) return `{{${source}.token:${index}}}`
      // The signature of another session would differ in another way.
      return index === 2 && part !== '' ? WRONG_SIGNATURE : part
    })
    .join('.')
}

/** Replaces the tokens of earlier responses in a text. */
function withTokensInside(text: string, earlier: readonly Recorded[]): string {
  let changed = text
  for (const [index, { json }] of earlier.entries()) {
    for (const name of ['token', 'refreshToken']) {
      if (typeof json?.[name] === 'string') changed = changed.replace(json[name], `{{${index}.${name}}}`)
    }
  }
  return changed
}

/** Reads the parts of an upload of the checks. */
function partsOf(body: string): Part[] {
  const [boundary = ''] = body.split('\r\n')
  return body
    .split(`${boundary}`)
    .slice(1, -1)
    .map((text) => {
      const [head = '', ...rest] = text.slice(2, -2).split('\r\n\r\n')
      const [, name = ''] = /; name="([^"]*)"/.exec(head) ?? []
      const [, fileName] = /; filename="([^"]*)"/.exec(String(Buffer.from(head, 'latin1'))) ?? []
      const [, type] = /\r\nContent-Type: (.*)/.exec(head) ?? []
      return {
        name,
        ...(fileName !== undefined && { fileName }),
        ...(type !== undefined && { type }),
        content: toContent(rest.join('\r\n\r\n')),
      }
    })
}

/** @param bytes each character is a byte */
function toContent(bytes: string): Content {
  const [first = ''] = bytes
  if (bytes.length > 100 && bytes === first.repeat(bytes.length)) return { repeat: first, times: bytes.length }
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) && !bytes.includes('\0') ? String(buffer) : { base64: buffer.toString('base64') }
}

/** Returns the account whose login a step is. */
export function accountOf({ path, json }: Step): keyof typeof ACCOUNTS | undefined {
  if (path !== '/auth/login') return undefined
  return (['admin', 'user'] as const).find((name) => JSON.stringify(json) === JSON.stringify(ACCOUNTS[name]))
}
