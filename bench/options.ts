import { parseArgs } from 'node:util'
import type { Durations } from './measure/workload.js'

/** The settings of a run. */
export interface Options extends Durations {
  rounds: number
  /** How long each situation of a scenario is measured. */
  scenarioSeconds: number
  isQuick: boolean
  /** The names of the parts to measure. If empty, all parts are measured. */
  only: string[]
  /** Whether the tables are written to the page. */
  isWritten: boolean
}

const FULL = { rounds: 4, firstSeconds: 2, warmUpSeconds: 2, seconds: 2, latencySeconds: 1, scenarioSeconds: 6 }
const QUICK = {
  rounds: 2,
  firstSeconds: 1.25,
  warmUpSeconds: 1.5,
  seconds: 0.5,
  latencySeconds: 0,
  scenarioSeconds: 2,
}

/** Names that `--only` accepts besides workloads. */
const OTHERS = ['slow-disk', 'neighbours', 'start', 'size']

export function usage(workloads: readonly string[]): string {
  return `npm run bench -- [--quick] [--only NAME,…] [--rounds N] [--write]
  --quick      measure only what the goals need, without latencies (a few minutes)
  --only       measure only these parts: ${[...workloads, ...OTHERS].join(', ')}
  --rounds N   number of rounds (default: ${FULL.rounds}, or ${QUICK.rounds} with --quick)
  --write      write the tables of a quick run to docs/performance.md (a full run always writes them)`
}

/**
 * Reads the arguments of the command. A full run writes the page. A quick run only prints, so that it does not replace
 * better figures. A run of some parts never writes, because its tables have gaps.
 *
 * @param workloads the names of all workloads
 * @throws if the arguments are invalid
 */
export function readOptions(args: readonly string[], workloads: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const { quick, write } = values
  const only = values.only.split(',').filter((name) => name !== '')
  const unknown = only.filter((name) => ![...workloads, ...OTHERS].includes(name))
  if (unknown.length > 0) throw new Error(`Unknown name for --only: ${unknown.join(', ')}`)
  if (write && only.length > 0) throw new Error('--write cannot be combined with --only')
  const settings = quick ? QUICK : FULL
  const rounds = Number(values.rounds ?? settings.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a positive integer')
  return { ...settings, rounds, isQuick: quick, only, isWritten: write || (!quick && only.length === 0) }
}
