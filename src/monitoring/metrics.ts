import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { MetricObjectWithValues, MetricValueWithName } from 'prom-client'

/** The upper bounds of the buckets of durations, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const REQUESTS = 'http_request_duration_seconds'
const FAULTS = 'task_board_faults_total'

/** How often requests of one kind were answered, and how fast. */
interface Series {
  labels: { variant: string; method: string; route: string; status: number }
  count: number
  sum: number
  buckets: Uint32Array
}

export interface MetricsOptions {
  /** Refuses a request that may not read them. */
  authorize(request: FastifyRequest, reply: FastifyReply): void
}

/**
 * Counts what is answered, and tells it in the format of Prometheus at `/metrics`: by route, variant and status, never by
 * board. Counting is cheap enough to be done always; the library that tells it is loaded when it is asked for the first time.
 */
export const metrics = fp<MetricsOptions>(
  async (app, { authorize }) => {
    const series = new Map<string, Series>()
    const faults = new Map<string, number>()
    let collector: ReturnType<typeof createCollector> | undefined

    app.addHook('onResponse', (request, reply, done) => {
      count(request, reply)
      done()
    })

    function count(request: FastifyRequest, reply: FastifyReply): void {
      const route = request.is404 ? '' : (request.routeOptions.url ?? '')
      const key = `${request.method} ${reply.statusCode} ${route}`
      let one = series.get(key)
      if (one === undefined) {
        const variant = /^\/api\/(\w+)/.exec(route)?.[1] ?? ''
        const labels = { variant, method: request.method, route, status: reply.statusCode }
        one = { labels, count: 0, sum: 0, buckets: new Uint32Array(BUCKETS.length) }
        series.set(key, one)
      }
      const seconds = reply.elapsedTime / 1000
      one.count++
      one.sum += seconds
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
      if (bucket !== -1) (one.buckets[bucket] as number)++
      if (request.faults) {
        for (const name of request.faults.effective) faults.set(name, (faults.get(name) ?? 0) + 1)
      }
    }

    app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
      authorize(request, reply)
      collector ??= createCollector()
      const collect = await collector
      const { type, text } = await collect()
      return reply.type(type).send(text)
    })

    async function createCollector(): Promise<() => Promise<{ type: string; text: string }>> {
      const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
      const registry = new Registry()
      collectDefaultMetrics({ register: registry })
      const register = (
        name: string,
        help: string,
        type: string,
        values: () => MetricValueWithName<string>[],
      ) =>
        registry.registerMetric({
          name,
          get: async () =>
            ({ name, help, type, aggregator: 'sum', values: values() }) as unknown as MetricObjectWithValues<
              MetricValueWithName<string>
            >,
        } as never)
      register(REQUESTS, 'How long answers took, by route, variant and status.', 'histogram', () =>
        [...series.values()].flatMap(toHistogram),
      )
      register(FAULTS, 'How many answers each fault has changed.', 'counter', () =>
        [...faults].map(([fault, value]) => ({ metricName: FAULTS, labels: { fault }, value })),
      )
      const registers = [registry]
      const boards = new Gauge({
        name: 'task_board_boards',
        help: 'How many private boards there are.',
        registers,
      })
      const bytes = new Gauge({
        name: 'task_board_attachment_bytes',
        help: 'How many bytes the attachments of all boards have, the default one included.',
        registers,
      })
      return async () => {
        const measured = await app.store.measure()
        boards.set(measured.boards)
        bytes.set(measured.attachmentBytes)
        return { type: registry.contentType, text: await registry.metrics() }
      }
    }
  },
  { name: 'metrics' },
)

function toHistogram({ labels, count, sum, buckets }: Series): MetricValueWithName<string>[] {
  let total = 0
  const cumulated = BUCKETS.map((bound, index) => {
    total += buckets[index] as number
    return { metricName: `${REQUESTS}_bucket`, labels: { ...labels, le: bound }, value: total }
  })
  return [
    ...cumulated,
    { metricName: `${REQUESTS}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${REQUESTS}_sum`, labels, value: sum },
    { metricName: `${REQUESTS}_count`, labels, value: count },
  ]
}
