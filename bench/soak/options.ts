import { parseArgs } from 'node:util'

export const USAGE = `npm test -- soak [--minutes N] [--connections N] [--boards N] [--database-url URL] [--crash-every SECONDS]
  --minutes N            duration of the run (default: 1)
  --connections N        number of concurrent clients (default: 200)
  --boards N             number of private boards that share the clients (default: the default board)
  --database-url URL     database with an empty board (default: a temporary SQLite file)
  --crash-every SECONDS  kill the service at this interval, and start it again (default: never)`

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
      'crash-every': { type: 'string' },
    },
  })
  const number = (name: 'minutes' | 'connections' | 'boards' | 'crash-every') => {
    const value = Number(values[name] ?? 0)
    if (!(value > 0) && values[name] !== undefined) throw new Error(`--${name} must be a number greater than 0`)
    return value
  }
  return {
    minutes: number('minutes'),
    connections: Math.ceil(number('connections')),
    boards: Math.ceil(number('boards')),
    crashEvery: number('crash-every'),
    databaseUrl: values['database-url'],
  }
}
