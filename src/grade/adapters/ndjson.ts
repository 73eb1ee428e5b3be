import { type Adapter, checkNameOf, type Finding, UnreadableReport } from './finding.js'
import { operationIn, operationOf } from './operations.js'

/** A finding in a line of its own. */
interface Line {
  check?: unknown
  operation?: unknown
  method?: unknown
  url?: unknown
  status?: unknown
}

/** The parts of a finished scenario of Schemathesis that the adapter reads, if they have the right types. */
interface Recorder {
  label?: unknown
  checks?: unknown
  interactions?: unknown
}

/**
 * Reads JSON with one object in each line. An object with `check` is a finding; it says where with `operation`, or with
 * `method` and `url`, and can have `status`. The events of Schemathesis are read as well. All other objects are ignored.
 */
export const ndjson: Adapter = {
  needsReport: true,
  read({ report }) {
    const lines = (report ?? '').split('\n')
    return lines.flatMap((text, index) => {
      if (text.trim() === '') return []
      const line = parse(text)
      // A tool that was stopped leaves a part of its last line.
      if (line === undefined && index === lines.length - 1) return []
      if (line === undefined) throw new UnreadableReport(`Line ${index + 1} of the report is not a JSON object`)
      return readLine(line)
    })
  },
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function readLine(line: Line & { ScenarioFinished?: unknown; NonFatalError?: unknown }): Finding[] {
  const { check, operation, method, url, status } = line
  if (line.ScenarioFinished !== undefined) return readScenario(toObject(toObject(line.ScenarioFinished).recorder))
  if (line.NonFatalError !== undefined) return readError(toObject(line.NonFatalError))
  if (typeof check !== 'string') return []
  return [{ operation: placeOf({ operation, method, url }), status: toStatus(status), check: checkNameOf(check) }]
}

function placeOf({ operation, method, url }: Line): string {
  if (typeof method === 'string' && typeof url === 'string') return operationOf(method, url)
  return typeof operation === 'string' ? (operationIn(operation) ?? operation) : 'all'
}

function readScenario({ label, checks, interactions }: Recorder): Finding[] {
  return Object.entries(toObject(checks)).flatMap(([id, results]) => {
    const { request, response } = toObject(toObject(interactions)[id])
    const { method, uri } = toObject(request)
    const operation = placeOf({ operation: label, method, url: uri })
    const status = toStatus(toObject(response).status_code)
    return Object.values(toObject(results))
      .map(toObject)
      .filter((result) => result.status === 'failure' && typeof result.name === 'string')
      .map(({ name }) => ({ operation, status, check: String(name) }))
  })
}

function readError({ label, value }: Record<string, unknown>): Finding[] {
  const { type } = toObject(value)
  return [{ operation: placeOf({ operation: label }), status: null, check: typeof type === 'string' ? type : 'error' }]
}

/** Returns a value as an object. A tool can write anything: other values have no properties. */
function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function toStatus(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
