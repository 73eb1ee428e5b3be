import { parseArgs } from 'node:util'

export const USAGE = `npm run soak -- [--minutes N] [--connections N] [--database-url URL] [--replicas N] [--crash-every SECONDS]
  --minutes N            how long, 1 unless given
  --connections N        how many at once, 200 unless given
  --database-url URL     a database with an empty board; a file of SQLite in a temporary folder unless given
  --replicas N           how many processes of the service, 1 unless given
  --crash-every SECONDS  kill one replica after the other and start it again; they are not, unless given`

export type Options = ReturnType<typeof readOptions>

/** Reads the arguments of the command; throws where they make no sense. */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      connections: { type: 'string', default: '200' },
      'database-url': { type: 'string' },
      replicas: { type: 'string', default: '1' },
      'crash-every': { type: 'string' },
    },
  })
  const number = (name: 'minutes' | 'connections' | 'replicas' | 'crash-every') => {
    const value = Number(values[name] ?? 0)
    if (!(value > 0) && values[name] !== undefined) throw new Error(`--${name} must be a number above 0`)
    return value
  }
  const options = {
    minutes: number('minutes'),
    connections: Math.ceil(number('connections')),
    replicas: Math.ceil(number('replicas')),
    crashEvery: number('crash-every'),
    databaseUrl: values['database-url'],
  }
  if (options.crashEvery > 0 && options.replicas < 2) {
    throw new Error('--crash-every needs --replicas 2 or more, so that one is always there')
  }
  return options
}
