import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { variantOf } from '../../contract/variant-path.js'
import { stateOf } from '../../rooms/training/exercise-settings.js'
import { type CrossOriginOptions, refuseCrossOrigin } from '../cross-origin.js'
import { hook } from '../hooks.js'

/** The upper bounds of the buckets of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export interface MetricsOptions extends CrossOriginOptions {
  /** Throws if the client may not read the metrics. */
  authorize(request: FastifyRequest, reply: FastifyReply): void
  /** Whether any client may read the metrics. Otherwise, nothing is measured. */
  isReadable: boolean
  /** Returns the number of log lines that could not be written. */
  droppedLogLines(): number
}

/** Serves metrics at `/metrics` in the format of Prometheus. Labels never name a board. */
export const metrics = fp<MetricsOptions>(async (app, options) => {
  const { authorize, isReadable, droppedLogLines, ...crossOrigin } = options
  let loading: Promise<Metrics> | undefined
  let loaded: Metrics | undefined
  let isCollecting = false

  async function load(): Promise<Metrics> {
    loading ??= createMetrics(droppedLogLines)
    loaded = await loading
    return loaded
  }

  if (isReadable) {
    const count = hook((request, reply) => {
      if (loaded === undefined) return load().then((metrics) => observe(metrics, request, reply))
      return observe(loaded, request, reply)
    })
    app.addHook('onResponse', count)
  }

  function observe({ durations, faults, claims }: Metrics, request: FastifyRequest, reply: FastifyReply): void {
    const { method, routePath: route = '' } = request
    const labels = { variant: variantOf(route) ?? '', method, route, status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    const { hidesFaults, state } = request.board
    if (request.claim !== undefined) claims.inc({ verdict: verdictOf(request.claim, hidesFaults) })
    if (request.faults == null || hidesFaults) return
    // Metrics are not secret in local mode, so they disclose neither what an exercise hides nor the faults that
    // learners have to find.
    const isExercise = state?.exercise != null && stateOf(state.exercise, app.now()) === 'running'
    if (!isExercise) for (const fault of request.faults.effective) faults.inc({ fault })
  }

  await app.register(async (scope) => {
    await scope.register(refuseCrossOrigin, crossOrigin)
    scope.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
      authorize(request, reply)
      const { registry, gauges, collectDefaultMetrics } = await load()
      // Process metrics observe the event loop and the garbage collector, so their collection starts with the first read.
      if (!isCollecting) collectDefaultMetrics({ register: registry })
      isCollecting = true
      const measured = await app.store.measure()
      for (const name of Object.keys(gauges) as (keyof typeof gauges)[]) gauges[name].set(measured[name])
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  })
})

/**
 * Creates the metrics. Their package is loaded with the first response, because it takes long.
 *
 * @param droppedLogLines returns the number of log lines that could not be written
 */
async function createMetrics(droppedLogLines: () => number) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'The duration of requests in seconds, by variant, method, route and status.',
    labelNames: ['variant', 'method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const faults = new Counter({
    name: 'task_board_faults_total',
    help: 'The number of responses that each fault changed, without those on boards whose exercise runs or hides faults.',
    labelNames: ['fault'],
    registers,
  })
  const claims = new Counter({
    name: 'task_board_claims_total',
    help: 'The number of claims of learners, by verdict: right, wrong, or hidden by an exercise.',
    labelNames: ['verdict'],
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  /** The metrics that the store measures. */
  const gauges = {
    boards: gauge('task_board_boards', 'The number of private boards.'),
    classes: gauge('task_board_classes', 'The number of classes.'),
    attachmentBytes: gauge('task_board_attachment_bytes', 'The size of the attachments of all boards in bytes.'),
  }
  new Counter({
    name: 'task_board_log_lines_dropped_total',
    help: 'The number of log lines that could not be written, because standard output was full, closed or too slow.',
    registers,
    collect() {
      this.reset()
      this.inc(droppedLogLines())
    },
  })
  return { registry, durations, faults, claims, gauges, collectDefaultMetrics }
}

type Metrics = Awaited<ReturnType<typeof createMetrics>>

function verdictOf({ isRight }: { isRight: boolean }, isHidden: boolean): string {
  if (isHidden) return 'hidden'
  return isRight ? 'right' : 'wrong'
}
