import { parseArgs } from 'node:util'

/** What a run does. */
export interface Options {
  rounds: number
  /** How long a new process is used before anything is measured, so that its code is compiled. */
  firstSeconds: number
  /** How long every work is done before it is measured. */
  warmUpSeconds: number
  /** How long a maximum rate is measured. */
  seconds: number
  /** How long latencies are measured; 0 where they are not. */
  latencySeconds: number
  isQuick: boolean
  /** The only works that are measured, by name; all where there are none. */
  only: string[]
  /** Whether the tables are written to the page. */
  isWritten: boolean
}

const FULL = { rounds: 4, firstSeconds: 2, warmUpSeconds: 0.5, seconds: 2, latencySeconds: 1 }
const QUICK = { rounds: 2, firstSeconds: 1.25, warmUpSeconds: 0.25, seconds: 0.5, latencySeconds: 0 }

/** What `--only` may name beside works. */
const OTHERS = ['start', 'size']

export function usage(works: readonly string[]): string {
  return `npm run bench -- [--quick] [--only NAME,…] [--rounds N] [--write]
  --quick      a minute or two: what the goals are about, without latencies, as a first look
  --only       so much of it: ${[...works, ...OTHERS].join(', ')}
  --rounds N   how often each is measured, ${FULL.rounds} unless given, ${QUICK.rounds} with --quick
  --write      write the tables of a quick run to docs/performance.md too; a full run always writes them`
}

/**
 * Reads the arguments of the command. A full run writes the page, because its figures are what the page is for; one that
 * is short only prints, so that a quick look does not replace them; one of a part never writes, because its tables have holes.
 *
 * @param works the names of all works
 * @throws where they make no sense
 */
export function readOptions(args: readonly string[], works: readonly string[]): Options {
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
  const unknown = only.filter((name) => ![...works, ...OTHERS].includes(name))
  if (unknown.length > 0) throw new Error(`There is nothing that is called ${unknown.join(' or ')}`)
  if (write && only.length > 0) throw new Error('--write needs a run of all: it does not go with --only')
  const settings = quick ? QUICK : FULL
  const rounds = Number(values.rounds ?? settings.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a whole number above 0')
  return { ...settings, rounds, isQuick: quick, only, isWritten: write || (!quick && only.length === 0) }
}
