import { sep } from 'node:path'
import { ConfigurationError } from './setting.js'

/** SQLite files that look valid but do not name what users mean, and the advice for each. */
const MISLEADING_FILES: readonly [pattern: RegExp, advice: string][] = [
  [
    /^\/\//,
    'must not have // after sqlite: (sqlite:board.db is a relative path, sqlite:/srv/board.db an absolute one)',
  ],
  [/^[\s:]*memory:*$/i, 'must be sqlite::memory: for a database in memory'],
  [/^[\s"'<]|["'>]$/, 'must not have spaces, quotes or angle brackets around the path'],
  [/\p{Cc}/u, 'must not contain control characters'],
  [/^[~$%]/, 'must not start with a variable or ~, which only shells replace'],
  [/^file:|^[a-z][a-z\d+.-]+:\/\/|\?/i, 'must be the path of a file, not a URI'],
  [/\/$/, 'must be the path of a file, not of a folder'],
]

const BACKSLASH = 'must not have a backslash, which separates folders only on Windows'

/**
 * Checks the URL of a database.
 *
 * @param name the name of the setting or flag
 * @throws ConfigurationError if the URL is not valid, or if its users probably mean something else
 */
export function checkDatabaseUrl(name: string, value: string): string {
  const [, file] = /^sqlite:(.*)$/s.exec(value) ?? []
  const files = sep === '/' ? [...MISLEADING_FILES, [/\\/, BACKSLASH] as const] : MISLEADING_FILES
  const advice = file === ':memory:' ? undefined : files.find(([pattern]) => file && pattern.test(file))?.[1]
  if (advice !== undefined) throw new ConfigurationError(`${name} ${advice}`)
  if (file === undefined) checkParameters(name, new URLSearchParams(/\?([^#]*)/.exec(value)?.[1]))
  return value
}

/** Checks the parameters of the URL of a PostgreSQL database that the driver would ignore or misunderstand. */
function checkParameters(name: string, parameters: URLSearchParams): void {
  if (parameters.has('schema')) {
    throw new ConfigurationError(`${name} must name a schema with options=-csearch_path%3D<schema> instead of schema`)
  }
  if (!/^\d*$/.test(parameters.get('query_timeout') ?? '')) {
    throw new ConfigurationError(`${name} must give query_timeout in milliseconds, as a number without a unit`)
  }
}
