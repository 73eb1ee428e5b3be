import { parseArgs } from 'node:util'

/** One run. */
export interface Options {
  learners: number
  database: 'sqlite' | 'postgresql'
  /** How long the learners are observed, and how long they use the service before, in seconds. */
  seconds: number
  warmUp: number
  /** How long a round trip to PostgreSQL takes, in milliseconds. */
  roundTrip: number
  /** The folder for profiles of the service; none by default. */
  profile: string | undefined
}

/** The runs of the goals. */
const GOALS: Pick<Options, 'learners' | 'database'>[] = [
  { learners: 100, database: 'postgresql' },
  { learners: 1000, database: 'sqlite' },
]

export const USAGE = `npm run bench -- learners [--learners N] [--database sqlite|postgresql] [--warm-up S] [--seconds S]
                                  [--round-trip MS] [--profile FOLDER]
  By default, 100 learners use PostgreSQL, and 1,000 use SQLite.`

/**
 * Reads the arguments of the command.
 *
 * @returns the runs, one after the other
 * @throws if the arguments are invalid
 */
export function readOptions(args: readonly string[]): Options[] {
  const { values } = parseArgs({
    args: [...args],
    options: {
      learners: { type: 'string' },
      database: { type: 'string' },
      'warm-up': { type: 'string', default: '20' },
      seconds: { type: 'string', default: '30' },
      'round-trip': { type: 'string', default: '2.7' },
      profile: { type: 'string' },
    },
  })
  const { learners, database = 'sqlite', profile } = values
  const number = (name: 'learners' | 'warm-up' | 'seconds' | 'round-trip') => {
    const value = Number(values[name])
    if (!(value >= 0)) throw new Error(`--${name} must be a number`)
    return value
  }
  if (database !== 'sqlite' && database !== 'postgresql') throw new Error('--database must be sqlite or postgresql')
  const isChosen = learners !== undefined || values.database !== undefined
  const runs: typeof GOALS = isChosen
    ? [{ learners: learners === undefined ? 100 : number('learners'), database }]
    : GOALS
  return runs.map((run) => ({
    ...run,
    seconds: number('seconds'),
    warmUp: number('warm-up'),
    roundTrip: number('round-trip'),
    profile,
  }))
}
