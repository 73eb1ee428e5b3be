import type { FastifyReply, FastifyRequest } from 'fastify'
import { variantOf } from '../contract/variant-path.js'
import { type CrossOriginOptions, refuseCrossOrigin } from '../http/cross-origin.js'
import { plugin } from '../http/plugin.js'
import { stateOf } from '../rooms/training/exercise-settings.js'

/** The upper bounds of the buckets of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Number.POSITIVE_INFINITY]

export interface MetricsOptions extends CrossOriginOptions {
  /** Throws if the client may not read the metrics. */
  authorize(request: FastifyRequest, reply: FastifyReply): void
  /** Whether any client may read the metrics. Otherwise, nothing is measured. */
  isReadable: boolean
  /** Returns the number of log lines that could not be written. */
  droppedLogLines(): number
}

/** A value of a metric. The labels are in the format of Prometheus, without braces; `''` if there are none. */
interface Sample {
  /** The end of the name. */
  suffix?: string
  labels: string
  value: number
}

/** The durations of the requests with the same labels, in seconds. */
interface Durations {
  /** The number of requests by bucket. */
  buckets: number[]
  sum: number
}

/** Serves metrics at `/metrics` in the format of Prometheus. Labels never name a board. */
export const metrics = plugin<MetricsOptions>('metrics', [], async (app, options) => {
  const { authorize, isReadable, droppedLogLines, ...crossOrigin } = options
  /** By method, status and route. */
  const durations = new Map<string, Durations>()
  const faults = new Map<string, number>()
  const claims = new Map<string, number>()
  let ofProcess: ReturnType<typeof measureProcess> | undefined

  if (isReadable) {
    app.addHook('onResponse', (request, reply, done) => {
      observe(durations, `${request.method} ${reply.statusCode} ${request.routePath ?? ''}`, reply.elapsedTime / 1000)
      if (request.faults !== undefined || request.claim !== undefined) count(request)
      done()
    })
  }

  /**
   * Counts faults and claims. Metrics are not secret in local mode, so they disclose neither what an exercise hides nor the
   * faults that learners have to find.
   */
  function count({ board: { hidesFaults, state }, faults: planned, claim }: FastifyRequest): void {
    const isExercise = state?.exercise != null && stateOf(state.exercise, app.now()) === 'running'
    if (!hidesFaults && !isExercise) for (const fault of planned?.effective ?? []) increment(faults, `fault="${fault}"`)
    if (claim !== undefined)
      increment(claims, `verdict="${hidesFaults ? 'hidden' : claim.isRight ? 'right' : 'wrong'}"`)
  }

  await app.register(async (scope) => {
    await scope.register(refuseCrossOrigin, crossOrigin)
    scope.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
      authorize(request, reply)
      ofProcess ??= measureProcess()
      const { boards, classes, attachmentBytes } = await app.store.measure()
      const registry = await ofProcess
      const text = [
        format(
          'http_request_duration_seconds',
          'The duration of requests in seconds, by variant, method, route and status.',
          'histogram',
          [...durations].flatMap(([key, observed]) => toSamples(key, observed)),
        ),
        format(
          'task_board_faults_total',
          'The number of responses that each fault changed, without those on boards whose exercise runs or hides faults.',
          'counter',
          Array.from(faults, ([labels, value]) => ({ labels, value })),
        ),
        format(
          'task_board_claims_total',
          'The number of claims of learners, by verdict: right, wrong, or hidden by an exercise.',
          'counter',
          Array.from(claims, ([labels, value]) => ({ labels, value })),
        ),
        gauge('task_board_boards', 'The number of private boards.', boards),
        gauge('task_board_classes', 'The number of classes.', classes),
        gauge('task_board_attachment_bytes', 'The size of the attachments of all boards in bytes.', attachmentBytes),
        format(
          'task_board_log_lines_dropped_total',
          'The number of log lines that could not be written, because standard output was full, closed or too slow.',
          'counter',
          [{ labels: '', value: droppedLogLines() }],
        ),
        await registry.metrics(),
      ]
      return reply.type(registry.contentType).send(text.join('\n'))
    })
  })
})

/** Measures the process from the first read on: this observes the event loop and the garbage collector. */
async function measureProcess() {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

function observe(durations: Map<string, Durations>, key: string, seconds: number): void {
  let observed = durations.get(key)
  if (observed === undefined) {
    observed = { buckets: BUCKETS.map(() => 0), sum: 0 }
    durations.set(key, observed)
  }
  const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
  observed.buckets[bucket] = (observed.buckets[bucket] ?? 0) + 1
  observed.sum += seconds
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1)
}

function toSamples(key: string, { buckets, sum }: Durations): Sample[] {
  const [method, status, route = ''] = key.split(' ')
  const labels = `variant="${variantOf(route) ?? ''}",method="${method}",route="${route}",status="${status}"`
  let total = 0
  const counted = buckets.map((count, index) => {
    total += count
    const bound = BUCKETS[index]
    return {
      suffix: '_bucket',
      labels: `le="${bound === Number.POSITIVE_INFINITY ? '+Inf' : bound}",${labels}`,
      value: total,
    }
  })
  return [...counted, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: total }]
}

function gauge(name: string, help: string, value: number): string {
  return format(name, help, 'gauge', [{ labels: '', value }])
}

/** Formats a metric, with an empty line at the end. */
function format(name: string, help: string, type: string, samples: Sample[]): string {
  const lines = samples.map(({ suffix = '', labels, value }) => {
    return `${name}${suffix}${labels === '' ? '' : `{${labels}}`} ${value}`
  })
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}
