import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createInspector } from './board.js'
import { createBoards } from './boards.js'
import { measureGrowth } from './growth.js'
import { createLedger } from './ledger.js'
import type { Options } from './options.js'
import { createReport } from './report.js'
import { type Sample, type ServiceProcess, startProcess } from './service.js'
import { runWorker } from './worker.js'

const REPORT_MILLISECONDS = 30_000
/** A shorter run may have too few samples to check growth. */
const GROWTH_MINUTES_MIN = 5
/** The errors of a request whose service is killed. */
const CRASH_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

/** Runs the soak test, and always stops the service. Returns whether there were no breaches. */
export async function soak(options: Options, databaseUrl: string): Promise<boolean> {
  let service: ServiceProcess | undefined
  const samples: Sample[] = []
  const report = createReport(samples)
  let end = Number.POSITIVE_INFINITY

  /** Reports an error as a breach and ends the run. */
  function fail(error: Error): void {
    report.addBreach(error.stack ?? error.message)
    end = 0
  }

  const watch = {
    isOver: () => performance.now() > end,
    origin: async () => (service as ServiceProcess).origin(),
    onReply: report.countReply,
    onError(error: NodeJS.ErrnoException) {
      if (options.crashEvery > 0 && CRASH_CODES.includes(error.code ?? '')) report.countLost()
      else fail(error)
    },
    onBreach: report.addBreach,
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => fail(new Error(`${signal} ended the run`)))
  }

  const reporting = setInterval(report.printProgress, REPORT_MILLISECONDS)
  const inspectors: ReturnType<typeof createInspector>[] = []
  try {
    service = await startProcess(databaseUrl, samples, fail)
    const boards = await createBoards(watch, options.boards)
    inspectors.push(...boards.map(({ path }) => createInspector(watch, path)))
    for (const inspector of inspectors) await inspector.expectEmpty()

    const start = performance.now()
    // A signal may have ended the run already.
    end = Math.min(end, start + options.minutes * 60_000)
    const ledgers = Array.from({ length: options.connections }, createLedger)
    const boardOf = (worker: number) => worker % boards.length
    await Promise.all([
      crashAgain(service, options.crashEvery, watch.isOver).catch(fail),
      ...ledgers.map((ledger, index) => runWorker(`${index}`, boards[boardOf(index)]?.path ?? '', ledger, watch)),
    ])
    if (options.crashEvery > 0) console.log('Growth is not checked, because the service was killed.')
    else checkGrowth(samples, (performance.now() - start) / 60_000, report.addBreach)

    let remaining = 0
    for (const [board, inspector] of inspectors.entries()) {
      remaining += await inspector.check(ledgers.filter((_, worker) => boardOf(worker) === board))
    }
    const acknowledged = ledgers.reduce((sum, { tasks }) => sum + tasks.size, 0)
    const deleted = ledgers.reduce((sum, ledger) => sum + ledger.deleted.size, 0)
    console.log(`${remaining} tasks exist, ${acknowledged} acknowledged; ${deleted} deletions acknowledged`)
    // After a breach the boards stay as they are, so that they can be inspected.
    for (const [index, inspector] of inspectors.entries()) {
      if (!report.hasBreaches()) await inspector.clear()
      if (!report.hasBreaches()) await boards[index]?.remove?.()
    }
  } catch (error) {
    fail(error as Error)
  } finally {
    clearInterval(reporting)
    for (const inspector of inspectors) inspector.close()
    await service?.stop().catch(fail)
    report.printProgress()
    report.printResult()
  }
  return !report.hasBreaches()
}

async function crashAgain(service: ServiceProcess, seconds: number, isOver: () => boolean): Promise<void> {
  if (seconds === 0) return
  for (;;) {
    const next = performance.now() + seconds * 1000
    while (performance.now() < next) {
      if (isOver()) return
      await sleep(100)
    }
    await service.crash()
  }
}

function checkGrowth(samples: Sample[], minutes: number, onBreach: (breach: string) => void): void {
  const growths = measureGrowth(samples)
  if (growths === undefined && minutes < GROWTH_MINUTES_MIN) {
    console.log(`The run was too short to check growth (${samples.length} samples)`)
  } else if (growths === undefined) {
    onBreach(`Too few samples to check growth (${samples.length})`)
  }
  for (const { measure, first, last, isTooMuch } of growths ?? []) {
    console.log(`${measure} ${Math.round(first)} → ${Math.round(last)}`)
    if (isTooMuch) onBreach(`${measure} grows`)
  }
}
