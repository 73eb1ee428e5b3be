/** The variant buggy: which request gets which fault, and how a fault changes a response. @module */

import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { variantPath } from '../../contract/variant-path.js'
import { exposeHeaders } from '../../http/headers.js'
import { readEarly } from '../../http/json-body.js'
import type { CurrentFaultPlan } from '../../rooms/fault-plan.js'
import type { FaultSettings } from '../../rooms/room.js'
import type { Drill } from '../../rules/client-habits/drill.js'
import { createDraw, SEED_END } from './draw.js'
import { FAULTS } from './faults.js'
import { finishResponse, forgetCancelled } from './finish-response.js'
import { createHistory } from './history.js'
import { drawFaults, mayNeedHistory } from './plan.js'
import { readFaultPreference } from './preference.js'
import type { RequestFaults } from './request-faults.js'
import { DEFAULT_SETTINGS, type FaultRules, isQuiet, type ServerFaults, toRules } from './settings.js'
import { type Sleep, waitFor } from './wait-for.js'

export interface BuggyOptions extends ServerFaults {
  sleep: Sleep
}

/** The number of requests of each drill. */
const drilled = new WeakMap<Drill, number>()

/**
 * The plugin of the buggy variant. Its hooks inject faults into every operation of its scope. The faults that a request
 * draws by chance depend on its ordinal number, not on its content. Drills and the header `Prefer` choose faults themselves.
 */
export const buggy = fp<BuggyOptions>(async (app, { sleep, ...server }) => {
  app.decorateRequest('faults', null)
  const history = createHistory()
  app.store.changes.on('forget', history.clear)
  const cached = new WeakMap<FaultSettings, ReturnType<typeof resolve>>()

  app.addHook('onRequest', async (request, reply) => {
    const plan = await app.store.readFaultPlan(request.board.id)
    const { rules, isQuiet, needsHistory } = rulesOf(plan.settings ?? DEFAULT_SETTINGS)
    const { drill } = request
    const isForced = request.board.hidesFaults || drill !== undefined
    const requested = isForced ? undefined : readRequestedFaults(request, reply, rules)
    if (request.isDryRun) return
    const scripted = drill && drawDrilledFaults(drill, request, rules)
    const faults: RequestFaults | null =
      scripted ?? requested ?? (isQuiet ? null : await drawNextFaults(request, plan, rules))
    request.faults = faults
    if (faults === null) return
    if (needsHistory || faults.drawn.some(({ fault }) => fault.needsHistory)) faults.history = history
    const names = faults.drawn.map(({ fault }) => fault.name)
    request.log.debug({ ordinal: faults.ordinal, faults: names }, 'faults drawn')

    // Node stops reading a connection while a body is not read, and then notices no disconnect (decision 37).
    const acts = faults.drawn.some(({ fault }) => fault.delay ?? fault.before)
    if (acts) await readEarly(request, reply)

    for (const { fault, draw } of faults.drawn) {
      const delay = fault.delay?.(faults.rules.delay, draw)
      // A delay of 0 is not visible.
      const acts = Boolean(delay) || fault.before !== undefined
      if (acts && fault.isEffective === undefined) faults.effective.add(fault.name)
      if (delay) {
        faults.delay = delay
        await waitFor(delay, reply, sleep)
      }
      if (fault.replacesOperation) faults.isReplaced = true
      const result = fault.before?.(request, reply, draw)
      // Awaiting a reply would wait for the end of its response.
      if (result instanceof Promise) await result
      else if (result !== undefined) return result
    }
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.faults === null) return done(null, payload)
    finish(request, request.faults, reply, payload).then((finished) => done(null, finished), done)
  })

  // The hook of a route runs after those of plugins, and after the compression.
  app.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], transmit].flat()
  })

  async function finish(request: FastifyRequest, faults: RequestFaults, reply: FastifyReply, payload: unknown) {
    if (faults.early === undefined) faults.early = new Set(faults.effective)
    else startAgain(faults, faults.early, reply)
    const finished = await finishResponse(request, faults, reply, payload)
    if (faults.operationDiffers) await app.expectResponse(request)
    forgetCancelled(faults, reply, finished)
    if (faults.rules.disclose && !request.board.hidesFaults && !faults.isUnanswered) disclose(faults, reply)
    return finished
  }

  /** Returns the faults that a drill chooses for a request. */
  function drawDrilledFaults(drill: Drill, { method, url }: FastifyRequest, rules: FaultRules): RequestFaults {
    const number = drilled.get(drill) ?? 0
    drilled.set(drill, number + 1)
    const base = variantPath('buggy')
    const names = drill.faultsOf({ method, target: url.slice(url.indexOf(base) + base.length) })
    return chooseFaults(names, drill.seed, number, { ...rules, delay: drill.delay })
  }

  /** Returns the faults that a request chooses with `Prefer`, if the rules allow it. */
  function readRequestedFaults(request: FastifyRequest, reply: FastifyReply, rules: FaultRules) {
    const preference = rules.force ? readFaultPreference(request.headers.prefer) : undefined
    if (preference === undefined) return undefined
    const { faults, applied, delay = rules.delay } = preference
    reply.header('preference-applied', applied)
    exposeHeaders(reply, 'Preference-Applied')
    return chooseFaults(faults, randomInt(SEED_END), 0, { ...rules, delay })
  }

  /** Returns faults that are chosen by their names. They take no ordinal number. */
  function chooseFaults(names: readonly string[], seed: number, number: number, rules: FaultRules): RequestFaults {
    const drawn = FAULTS.filter(({ name }) => names.includes(name)).map((fault) => ({
      fault,
      draw: createDraw(seed, number, fault.name),
    }))
    return { drawn, effective: new Set(), ordinal: null, restarts: null, rules, sleep }
  }

  function resolve(settings: FaultSettings) {
    const rules = toRules(settings, server)
    return { rules, isQuiet: isQuiet(rules), needsHistory: mayNeedHistory(rules) }
  }

  function rulesOf(settings: FaultSettings) {
    const known = cached.get(settings)
    if (known !== undefined) return known
    const resolved = resolve(settings)
    cached.set(settings, resolved)
    return resolved
  }

  async function drawNextFaults({ board }: FastifyRequest, plan: CurrentFaultPlan, rules: FaultRules) {
    const ordinal = await app.takeFaultOrdinal(board.id, plan)
    const drawn = drawFaults(rules, plan.seed, ordinal)
    return { drawn, effective: new Set<string>(), ordinal, restarts: plan.restarts, rules, sleep }
  }
})

/** Sends the body as a stream if a fault changes how it is sent. */
const transmit: onSendHookHandler<unknown> = ({ faults }, reply, payload, done) => {
  if (faults?.transmit === undefined) return done(null, payload)
  const body = Buffer.from((payload ?? '') as string)
  reply.header('content-length', body.length)
  done(null, Readable.from(faults.transmit(Readable.from([body]))))
}

/** Forgets how faults have changed a response that an error has replaced since: no client sees it. */
function startAgain(faults: RequestFaults, early: ReadonlySet<string>, reply: FastifyReply): void {
  faults.effective = new Set(early)
  for (const name of ['transmit', 'bodyDelay', 'withoutFaults', 'beforeContentFaults', 'hidden'] as const) {
    delete faults[name]
  }
  reply.removeHeader('fault-injected')
}

/** Lists the effective faults in the header `Fault-Injected`, a list of tokens with parameters (RFC 9651, section 3.1). */
function disclose({ effective, ordinal }: RequestFaults, reply: FastifyReply): void {
  if (effective.size === 0) return
  const parameter = ordinal === null ? '' : `;ordinal=${ordinal}`
  reply.header('fault-injected', [...effective].map((name) => `${name}${parameter}`).join(', '))
  exposeHeaders(reply, 'Fault-Injected')
}
