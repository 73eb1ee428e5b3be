import { setTimeout as sleep } from 'node:timers/promises'
import type { EditionName, VariantName } from '../../contract/names.js'
import { type Exchange, exchange, type Json, Mismatch, type Network, NoResponse, type Reply } from './exchange.js'

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

/** The maximum number of requests that delete all tasks. The faults of buggy can fail some. */
const CLEAR_ATTEMPTS = 50

/** Timestamps have whole seconds, so a later one differs after this time in milliseconds. */
const NEXT_SECOND = 1050

/** A variant, as checks see it. It records the requests of one check. */
export class Api {
  readonly exchanges: Exchange[] = []

  constructor(
    readonly target: Target,
    readonly variant: VariantName,
    private readonly wait: (milliseconds: number) => Promise<unknown> = sleep,
  ) {}

  /** Waits until timestamps differ from the earlier ones. */
  async waitForNextSecond(): Promise<void> {
    await this.wait(NEXT_SECOND)
  }

  /** The path of the variant, such as `/api/v1`. It includes the path of the base URL. */
  get path(): string {
    return new URL(this.url).pathname
  }

  private get url(): string {
    const { url, bases } = this.target
    return bases?.[this.variant] ?? `${url}/api/${this.variant}`
  }

  /** The parameters of a list in the order of ids. */
  byId(direction = 'asc'): string {
    return this.target.edition === 'current' ? `sort=id&direction=${direction}` : `sort=id,${direction}`
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

  /** Returns the JSON body of a successful response. */
  async json(request: string, options?: RequestOptions): Promise<Json> {
    const { status, json, text } = await this.send(request, options)
    if (status >= 300 || json === undefined) throw new Mismatch(`${request}: a success with JSON`, { status, text })
    return json
  }

  /** Deletes all tasks. It tries again if a fault of buggy prevents it. */
  async clear(): Promise<void> {
    for (let attempt = 0; attempt < CLEAR_ATTEMPTS; attempt++) {
      const { status } = await this.send('DELETE /tasks')
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
    const token = tokens.get(this.url) ?? this.json('POST /auth/login', { json: admin, token: null }).then(readToken)
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
