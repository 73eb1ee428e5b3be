import { type Fields, isObject, parse } from '../../../contract/parse.js'
import { type Adapter, checkNameOf, type Finding, UnreadableReport } from './finding.js'
import { operationIn, operationOf } from './operations.js'

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
      if (isObject(line)) return readLine(line)
      // A tool that was stopped leaves a part of its last line.
      if (index === lines.length - 1) return []
      throw new UnreadableReport(`Line ${index + 1} of the report is not a JSON object`)
    })
  },
}

function readLine(line: Fields): Finding[] {
  const { check, status, ScenarioFinished: scenario, NonFatalError: error } = line
  if (scenario !== undefined) return readScenario(toObject(toObject(scenario).recorder))
  if (error !== undefined) return readError(toObject(error))
  if (typeof check !== 'string') return []
  return [{ operation: placeOf(line), status: toStatus(status), check: checkNameOf(check) }]
}

function placeOf({ operation, method, url }: Fields): string {
  if (typeof method === 'string' && typeof url === 'string') return operationOf(method, url)
  return typeof operation === 'string' ? (operationIn(operation) ?? operation) : 'all'
}

function readScenario({ label, checks, interactions }: Fields): Finding[] {
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

function readError({ label, value }: Fields): Finding[] {
  const { type } = toObject(value)
  return [{ operation: placeOf({ operation: label }), status: null, check: typeof type === 'string' ? type : 'error' }]
}

/** Returns a value as an object. A tool can write anything: other values have no properties. */
function toObject(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function toStatus(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
