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

/** The part of a finished scenario of Schemathesis that the adapter reads. */
interface Recorder {
  label?: string
  checks?: Record<string, { name: string; status: string }[]>
  interactions?: Record<
    string,
    { request?: { method: string; uri: string }; response?: { status_code: number } | null }
  >
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

function readLine(line: Line & { ScenarioFinished?: { recorder?: Recorder } }): Finding[] {
  const { check, operation, method, url, status } = line
  if (line.ScenarioFinished !== undefined) return readScenario(line.ScenarioFinished.recorder ?? {})
  if (typeof check !== 'string') return []
  const place =
    typeof method === 'string' && typeof url === 'string'
      ? operationOf(method, url)
      : (operationIn(String(operation ?? '')) ?? String(operation ?? 'all'))
  return [{ operation: place, status: typeof status === 'number' ? status : null, check: checkNameOf(check) }]
}

/** Reads a scenario of Schemathesis: several requests, each with its checks. */
function readScenario({ label = 'all', checks = {}, interactions = {} }: Recorder): Finding[] {
  return Object.entries(checks).flatMap(([id, results]) => {
    const { request, response } = interactions[id] ?? {}
    const operation = request === undefined ? (operationIn(label) ?? label) : operationOf(request.method, request.uri)
    return results
      .filter(({ status }) => status === 'failure')
      .map(({ name }) => ({ operation, status: response?.status_code ?? null, check: name }))
  })
}
