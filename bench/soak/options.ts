import { parseArgs } from 'node:util'

export const USAGE = `npm run soak -- [--minutes N] [--connections N] [--boards N] [--database-url URL] [--replicas N] [--crash-every SECONDS]
  --minutes N            duration of the run (default: 1)
  --connections N        number of concurrent clients (default: 200)
  --boards N             number of private boards that share the clients (default: the default board)
  --database-url URL     database with an empty board (default: a temporary SQLite file)
  --replicas N           number of service processes (default: 1)
  --crash-every SECONDS  kill the replicas in turn at this interval, and restart them (default: never)`

export type Options = ReturnType<typeof readOptions>

/**
 * Reads the arguments of the command.
 *
 * @throws if they are invalid
 */
export function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      connections: { type: 'string', default: '200' },
      boards: { type: 'string' },
      'database-url': { type: 'string' },
      replicas: { type: 'string', default: '1' },
      'crash-every': { type: 'string' },
    },
  })
  const number = (name: 'minutes' | 'connections' | 'boards' | 'replicas' | 'crash-every') => {
    const value = Number(values[name] ?? 0)
    if (!(value > 0) && values[name] !== undefined) throw new Error(`--${name} must be a number greater than 0`)
    return value
  }
  const options = {
    minutes: number('minutes'),
    connections: Math.ceil(number('connections')),
    boards: Math.ceil(number('boards')),
    replicas: Math.ceil(number('replicas')),
    crashEvery: number('crash-every'),
    databaseUrl: values['database-url'],
  }
  if (options.crashEvery > 0 && options.replicas < 2) {
    throw new Error('--crash-every needs --replicas 2 or more, so that one replica is always running')
  }
  return options
}
