import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { exposeHeaders } from '../http/expose-headers.js'
import { createRevisionCache } from '../store/revision-cache.js'
import { createDraw, SEED_END } from './draw.js'
import { FAULTS } from './faults/index.js'
import { readFaultPreference } from './preference.js'
import {
  DEFAULT_SETTINGS,
  type DrawnFault,
  delayOf,
  drawFaults,
  type FaultRules,
  isQuiet,
  type ServerFaults,
  toRules,
} from './settings.js'

/** The faults of a request of the buggy variant. */
export interface RequestFaults {
  drawn: readonly DrawnFault[]
  /** The names of those that have changed the answer. */
  effective: Set<string>
  /** The ordinal number in the plan of the board, `null` where the request asked for its faults itself. */
  ordinal: number | null
  rules: FaultRules
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The faults of a request of the buggy variant, once they are drawn. */
    faults: RequestFaults | null
  }
}

export interface ChaosOptions extends ServerFaults {
  /** Waits; rejects when the signal aborts. */
  sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** How many boards' rules are kept in memory; the others are asked for again. */
const RULES_MAX = 1000

/**
 * buggy's bundle: hooks that inject faults into every operation of the scope they are registered in. What a
 * request draws depends on its ordinal number alone, not on what it turns out to be.
 */
export const chaos = fp<ChaosOptions>(
  async (app, { sleep, ...server }) => {
    app.decorateRequest('faults', null)
    const rulesOf = createRevisionCache<{ rules: FaultRules; isQuiet: boolean }>({ max: RULES_MAX })

    app.addHook('onRequest', async (request, reply) => {
      const { rules, isQuiet } = await rulesOf(request, 'faults', () => readRules(request))
      const faults =
        readRequestedFaults(request, reply, rules) ?? (isQuiet ? null : await drawNextFaults(request))
      request.faults = faults
      if (faults === null) return
      // A signal hears of nobody who has hung up before it was made.
      const signal = request.raw.socket.destroyed ? AbortSignal.abort() : request.signal
      const names = faults.drawn.map(({ fault }) => fault.name)
      request.log.debug({ ordinal: faults.ordinal, faults: names }, 'faults drawn')

      for (const { fault, draw } of faults.drawn) {
        const wait = async () => {
          try {
            await sleep(delayOf(faults.rules, draw), signal)
          } catch (error) {
            // The client has hung up: nothing is done and nothing is answered.
            reply.hijack()
            throw error
          }
        }
        if (fault.before === undefined) continue
        if (fault.isEffective === undefined) faults.effective.add(fault.name)
        await fault.before({ request, wait })
      }
    })

    app.addHook('onSend', (request, reply, payload, done) => {
      if (request.faults === null) return done(null, payload)
      finish(request, request.faults, reply, payload).then((finished) => done(null, finished), done)
    })

    async function readRules({ board }: FastifyRequest): Promise<{ rules: FaultRules; isQuiet: boolean }> {
      const { settings } = await app.store.readFaultPlan(board)
      const rules = toRules(settings ?? DEFAULT_SETTINGS, server)
      return { rules, isQuiet: isQuiet(rules) }
    }

    async function finish(
      request: FastifyRequest,
      faults: RequestFaults,
      reply: FastifyReply,
      payload: unknown,
    ): Promise<unknown> {
      const isJson = carriesJson(reply, payload)
      for (const { fault } of faults.drawn) {
        if (isJson && (await fault.isEffective?.(request, payload))) faults.effective.add(fault.name)
      }
      const isChanged = isJson && faults.drawn.some(({ fault }) => fault.after !== undefined)
      const finished = isChanged ? change(faults, reply, payload) : payload
      if (faults.rules.disclose) disclose(faults, reply)
      return finished
    }

    async function drawNextFaults({ board }: FastifyRequest): Promise<RequestFaults> {
      // They may have been settled anew since, with a plan that begins at 0.
      const { seed, ordinal, settings } = await app.store.takeFaultOrdinal(board)
      const rules = toRules(settings ?? DEFAULT_SETTINGS, server)
      return { drawn: drawFaults(rules, seed, ordinal), effective: new Set(), ordinal, rules }
    }
  },
  { name: 'chaos' },
)

/** The faults that a request asks for, where it does and may. They use up no ordinal number. */
function readRequestedFaults(
  request: FastifyRequest,
  reply: FastifyReply,
  rules: FaultRules,
): RequestFaults | undefined {
  const preference = rules.force ? readFaultPreference(request.headers.prefer) : undefined
  if (preference === undefined) return undefined
  reply.header('preference-applied', preference.applied)
  exposeHeaders(reply, 'Preference-Applied')
  const seed = randomInt(SEED_END)
  const drawn = FAULTS.filter(({ name }) => preference.faults.includes(name)).map((fault) => ({
    fault,
    draw: createDraw(seed, 0, fault.name),
  }))
  return { drawn, effective: new Set(), ordinal: null, rules }
}

/** Lets the faults that were drawn change an answer that is finished but for them. */
function change({ drawn, effective }: RequestFaults, reply: FastifyReply, payload: string): string {
  const answer = { status: reply.statusCode, body: JSON.parse(payload) as unknown }
  let before = JSON.stringify(answer)
  for (const { fault, draw } of drawn) {
    if (fault.after === undefined) continue
    fault.after(answer, draw)
    const after = JSON.stringify(answer)
    if (after !== before) effective.add(fault.name)
    before = after
  }
  reply.code(answer.status)
  const changed = JSON.stringify(answer.body)
  if (reply.hasHeader('content-length')) reply.header('content-length', Buffer.byteLength(changed))
  return changed
}

/** Whether an answer is a success with a JSON body; what a request earned itself is left alone (decision 38). */
function carriesJson(reply: FastifyReply, payload: unknown): payload is string {
  const contentType = String(reply.getHeader('content-type') ?? '')
  return reply.statusCode < 300 && typeof payload === 'string' && contentType.startsWith('application/json')
}

/** Tells which faults have changed the answer, as a list of tokens with parameters (RFC 9651, section 3.1). */
function disclose({ effective, ordinal }: RequestFaults, reply: FastifyReply): void {
  if (effective.size === 0) return
  const parameter = ordinal === null ? '' : `;ordinal=${ordinal}`
  reply.header('fault-injected', [...effective].map((name) => `${name}${parameter}`).join(', '))
  exposeHeaders(reply, 'Fault-Injected')
}
