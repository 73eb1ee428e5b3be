import { setTimeout as sleep } from 'node:timers/promises'
import type { EditionName, VariantName } from '../../contract/names.js'
import { type Exchange, exchange, type Json, type Network, NoResponse, type Reply } from './exchange.js'
import { Mismatch } from './expect.js'
import { multipart, type UploadPart } from './multipart.js'

export interface Account {
  username: string
  password: string
}

/** The implementation that is checked. */
export interface Target extends Network {
  /** The base URL, without a slash at the end. The variants are below `/api`. */
  url: string
  /** The base URLs of variants that are elsewhere. */
  bases?: Partial<Record<VariantName, string>>
  edition: EditionName
  admin: Account
  user: Account
  /** The access token of the administrator by the URL of v2. */
  tokens: Map<string, Promise<string>>
}

export interface RequestOptions {
  /** A body to be sent as JSON. */
  json?: unknown
  /** A body to be sent as it is. */
  body?: string | Buffer
  headers?: Record<string, string>
  /** An access token. `null` sends none. The default in v2 is that of the administrator. */
  token?: string | null
}

/** The values of a valid task. */
export const TASK = { title: 'A task', status: 'TODO' }

/** An id that no task, comment and attachment has. */
export const UNKNOWN_ID = 987_654_321_987

/** The maximum number of requests that delete all tasks. The faults of buggy can fail some. */
const CLEAR_ATTEMPTS = 50

/** Timestamps have whole seconds, so a later one differs after this time in milliseconds. */
const NEXT_SECOND = 1050

/** A variant, as checks see it. It records the requests of one check. */
export class Api {
  readonly exchanges: Exchange[] = []

  constructor(
    private readonly target: Target,
    readonly variant: VariantName,
    private readonly wait: (milliseconds: number) => Promise<unknown> = sleep,
  ) {}

  /** Waits until timestamps differ from the earlier ones. */
  async waitForNextSecond(): Promise<void> {
    await this.wait(NEXT_SECOND)
  }

  get edition(): EditionName {
    return this.target.edition
  }

  /** The account with the role USER. */
  get user(): Account {
    return this.target.user
  }

  /** The account with the role ADMIN. */
  get admin(): Account {
    return this.target.admin
  }

  /** The path of the variant, such as `/api/v1`. It includes the path of the base URL. */
  get path(): string {
    return new URL(this.url).pathname
  }

  private get url(): string {
    const { url, bases } = this.target
    return bases?.[this.variant] ?? `${url}/api/${this.variant}`
  }

  /** Returns another variant of the same implementation. It records in the same list. */
  other(variant: VariantName): Api {
    const api = new Api(this.target, variant)
    return Object.assign(api, { exchanges: this.exchanges })
  }

  /** Sends a request below the variant, written `GET /tasks`. */
  async send(request: string, { json, body, headers, token }: RequestOptions = {}): Promise<Reply> {
    const [method = '', path = ''] = request.split(' ')
    const bearer = token === undefined && headers?.authorization === undefined ? await this.adminToken() : token
    const content = json === undefined ? body : JSON.stringify(json)
    const outgoing = {
      method,
      url: this.url + path,
      headers: {
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(this.variant === 'buggy' && { prefer: 'fault=none' }),
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    }
    return exchange(this.target, outgoing, this.exchanges)
  }

  /** Returns the status of a response. */
  async status(request: string, options?: RequestOptions): Promise<number> {
    return (await this.send(request, options)).status
  }

  /** Returns the JSON body of a successful response. */
  async json(request: string, options?: RequestOptions): Promise<Json> {
    const { status, json, text } = await this.send(request, options)
    if (status >= 300 || json === undefined) throw new Mismatch(`${request}: a success with JSON`, { status, text })
    return json
  }

  /** Creates a task, and returns it. */
  async create(values: object = {}): Promise<Json> {
    const task = await this.json('POST /tasks', { json: { ...TASK, ...values } })
    if (!Number.isInteger(task?.id)) throw new Mismatch('a task with an id', task)
    return task
  }

  /** Creates tasks one after the other, and returns their ids. */
  async createAll(...values: object[]): Promise<number[]> {
    const ids: number[] = []
    for (const each of values) ids.push((await this.create(each)).id)
    return ids
  }

  async task(id: number): Promise<Json> {
    const task = await this.json(`GET /tasks/${id}`)
    if (typeof task !== 'object' || task === null) throw new Mismatch('a task', task)
    return task
  }

  /** Returns a page of tasks. */
  async page(query = ''): Promise<Json> {
    const page = await this.json(`GET /tasks${query}`)
    if (!Array.isArray(page?.content)) throw new Mismatch('a page with `content`', page)
    return page
  }

  /** Returns the parameters of a list in the order of ids. */
  byId(direction = 'asc'): string {
    return this.edition === 'current' ? `sort=id&direction=${direction}` : `sort=id,${direction}`
  }

  /** Returns a field of the tasks on a page. */
  async list(query: string, field = 'id'): Promise<Json[]> {
    return (await this.page(query)).content.map((task: Json) => task?.[field])
  }

  /** Replaces the task, and returns it. */
  async replace(id: number, values: object = {}): Promise<Json> {
    return this.json(`PUT /tasks/${id}`, { json: { ...TASK, ...values } })
  }

  async move(id: number, targetStatus: string, targetIndex: number): Promise<Json> {
    return this.json(`POST /tasks/${id}/reorder`, { json: { targetStatus, targetIndex } })
  }

  /** Adds a comment to a task, and returns it. The specification does not state the body of the response. */
  async comment(id: number, text = 'A comment'): Promise<Json> {
    const request = `POST /tasks/${id}/comments`
    const { status, json } = await this.send(request, { json: { text } })
    if (status >= 300) throw new Mismatch(`${request}: a success`, { status })
    if (Number.isInteger(json?.id)) return json
    return (await this.task(id)).comments.find((comment: Json) => comment.text === text)
  }

  /** Uploads parts to a task. */
  async upload(id: number, ...parts: UploadPart[]): Promise<Reply> {
    return this.send(`POST /tasks/${id}/attachments`, multipart(parts))
  }

  /** Uploads files to a task, and returns the attachments. */
  async attach(id: number, ...parts: UploadPart[]): Promise<Json[]> {
    const { status, json } = await this.upload(id, ...parts)
    if (status >= 300 || !Array.isArray(json)) throw new Mismatch('an array of attachments', { status, json })
    return json
  }

  /** Logs in, and returns the response body. */
  async login({ username, password }: Account): Promise<Json> {
    return this.json('POST /auth/login', { json: { username, password }, token: null })
  }

  /** Deletes all tasks. It tries again if a fault of buggy prevents it. */
  async clear(): Promise<void> {
    for (let attempt = 0; attempt < CLEAR_ATTEMPTS; attempt++) {
      const status = await this.status('DELETE /tasks')
      if (status === 405) return this.deleteOneByOne()
      if (status < 300) return
      if (this.variant !== 'buggy') throw new Mismatch('DELETE /tasks: a success', { status })
    }
  }

  /** In the earlier edition, buggy has no operation that deletes all tasks. */
  private async deleteOneByOne(): Promise<void> {
    for (let attempt = 0; attempt < CLEAR_ATTEMPTS; attempt++) {
      const { json } = await this.send('GET /tasks?size=100')
      const tasks = Array.isArray(json?.content) ? json.content : undefined
      if (tasks?.length === 0) return
      for (const task of tasks ?? []) await this.send(`DELETE /tasks/${task?.id}`)
    }
  }

  private async adminToken(): Promise<string | undefined> {
    if (this.variant !== 'v2') return undefined
    const { tokens, admin } = this.target
    const token = tokens.get(this.url) ?? this.login(admin).then(readToken)
    tokens.set(this.url, token)
    return token.catch((error) => {
      // A server that does not respond may respond to the next check.
      if (error instanceof NoResponse) tokens.delete(this.url)
      throw error
    })
  }
}

function readToken(body: Json): string {
  if (typeof body?.token !== 'string') throw new Mismatch('POST /auth/login: a token', body)
  return body.token
}
