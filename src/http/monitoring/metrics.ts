import type { FastifyReply, FastifyRequest } from 'fastify'
import { variantOf } from '../../contract/variant-path.js'
import { stateOf } from '../../rooms/training/exercise-settings.js'
import { type CrossOriginOptions, refuseCrossOrigin } from '../cross-origin.js'
import { plugin } from '../plugin.js'

/** The upper bounds of the buckets of durations, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const DURATIONS = 'The duration of requests in seconds, by variant, method, route and status.'
const FAULTS =
  'The number of responses that each fault changed, without those on boards whose exercise runs or hides faults.'
const CLAIMS = 'The number of claims of learners, by verdict: right, wrong, or hidden by an exercise.'
const ATTACHMENTS = 'The size of the attachments of all boards in bytes.'
const DROPPED =
  'The number of log lines that could not be written, because standard output was full, closed or too slow.'

export interface MetricsOptions extends CrossOriginOptions {
  /** Throws if the client may not read the metrics. */
  authorize(request: FastifyRequest, reply: FastifyReply): void
  /** Whether any client may read the metrics. Otherwise, nothing is measured. */
  isReadable: boolean
  /** Returns the number of log lines that could not be written. */
  droppedLogLines(): number
}

/** A value of a metric, after the end of its name and its labels in the format of Prometheus. */
type Sample = readonly [suffix: string, value: number]

/** The durations of the requests with the same labels, in seconds. */
interface Durations {
  /** For each bound, the number of requests that did not take longer. */
  counts: number[]
  count: number
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
    if (!hidesFaults && !isExercise)
      for (const fault of planned?.effective ?? []) increment(faults, `{fault="${fault}"}`)
    if (claim !== undefined) increment(claims, `{verdict="${verdictOf(claim, hidesFaults)}"}`)
  }

  await app.register(async (scope) => {
    await scope.register(refuseCrossOrigin, crossOrigin)
    scope.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
      authorize(request, reply)
      ofProcess ??= measureProcess()
      const { boards, classes, attachmentBytes } = await app.store.measure()
      const registry = await ofProcess
      const text = [
        format('http_request_duration_seconds', 'histogram', DURATIONS, [...durations].flatMap(toSamples)),
        format('task_board_faults_total', 'counter', FAULTS, [...faults]),
        format('task_board_claims_total', 'counter', CLAIMS, [...claims]),
        format('task_board_boards', 'gauge', 'The number of private boards.', [['', boards]]),
        format('task_board_classes', 'gauge', 'The number of classes.', [['', classes]]),
        format('task_board_attachment_bytes', 'gauge', ATTACHMENTS, [['', attachmentBytes]]),
        format('task_board_log_lines_dropped_total', 'counter', DROPPED, [['', droppedLogLines()]]),
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
    observed = { counts: BOUNDS.map(() => 0), count: 0, sum: 0 }
    durations.set(key, observed)
  }
  const { counts } = observed
  for (let index = BOUNDS.length - 1; seconds <= (BOUNDS[index] ?? -1); index--)
    counts[index] = (counts[index] ?? 0) + 1
  observed.count++
  observed.sum += seconds
}

function increment(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1)
}

function toSamples([key, { counts, count, sum }]: [key: string, observed: Durations]): Sample[] {
  const [method, status, route = ''] = key.split(' ')
  const labels = `variant="${variantOf(route) ?? ''}",method="${method}",route="${route}",status="${status}"`
  const buckets = counts.map((value, index) => [`_bucket{le="${BOUNDS[index]}",${labels}}`, value] as const)
  return [...buckets, [`_bucket{le="+Inf",${labels}}`, count], [`_sum{${labels}}`, sum], [`_count{${labels}}`, count]]
}

/** Formats a metric, with an empty line at the end. */
function format(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([suffix, value]) => `${name}${suffix} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function verdictOf({ isRight }: { isRight: boolean }, isHidden: boolean): string {
  if (isHidden) return 'hidden'
  return isRight ? 'right' : 'wrong'
}
