import { operationsIn } from '../../contract/operations.js'
import { parse } from '../../contract/parse.js'
import type { Exchange, Json } from './exchange.js'
import type { CheckResult } from './run.js'

/** The statuses of an operation that an implementation does not have. */
const MISSING = [404, 405, 501]
/** The number of failed checks from which an operation counts as missing. */
const MISSING_MIN = 3

/** The operations of the contract, as `operationOf` writes them. */
const OPERATIONS = new Set(operationsIn('v2').map(({ method, path }) => `${method} ${path}`))

/** The fields of a task in the current edition that other implementations often lack. */
const TASK_FIELDS = [
  ...['description', 'priority', 'dueDate', 'labels', 'checklistItems', 'comments', 'attachments'],
  ...['sortOrder', 'createdAt', 'updatedAt'],
]

/**
 * Returns why checks failed, as far as it can be seen: many checks have the same cause.
 *
 * @returns the causes of those failed checks whose cause is known
 */
export function findCauses(results: readonly CheckResult[]): Map<CheckResult, string> {
  const failed = results.filter(({ status }) => status === 'failed')
  const missing = findMissingOperations(failed)
  return new Map(
    failed.flatMap((result) => {
      const cause = causeOf(result, missing)
      return cause === undefined ? [] : [[result, cause]]
    }),
  )
}

/** Returns the operations whose responses are all 404, 405 or 501. */
function findMissingOperations(failed: readonly CheckResult[]): Set<string> {
  const counts = new Map<string, number>()
  const existing = new Set<string>()
  for (const { exchanges } of failed) {
    const operations = new Set(exchanges.map(operationOf))
    for (const operation of operations) counts.set(operation, (counts.get(operation) ?? 0) + 1)
    for (const exchange of exchanges) {
      if (!MISSING.includes(exchange.response?.status ?? 0)) existing.add(operationOf(exchange))
    }
  }
  const isMissing = ([operation, count]: [string, number]) =>
    OPERATIONS.has(operation) && !existing.has(operation) && count >= MISSING_MIN
  return new Set([...counts].filter(isMissing).map(([operation]) => operation))
}

/** Returns the operation of a request, such as `GET /tasks/{id}`. */
function operationOf({ request: { method, url } }: Exchange): string {
  const path = new URL(url).pathname
    .replace(/^.*?(?=\/(tasks|auth)(\/|$))/, '')
    .replace(/^\/tasks\/(?!summary$)[^/]+/, '/tasks/{id}')
    .replace(/\/(comment|attachment)s\/[^/]+$/, '/$1s/{$1Id}')
  return `${method} ${path}`
}

function causeOf(
  { exchanges, expected, actual, isOtherShape }: CheckResult,
  missing: ReadonlySet<string>,
): string | undefined {
  const operation = exchanges.map(operationOf).findLast((each) => missing.has(each))
  if (operation !== undefined) return `There is no operation ${operation}`
  if (isOtherShape) {
    const lacking = lackingFields(exchanges)
    return lacking.length === 0 ? 'Responses have another shape' : `Tasks lack the fields ${lacking.join(', ')}`
  }
  const [promised, received] = [statusIn(expected), statusIn(actual)]
  if (promised !== undefined && received !== undefined && promised !== received) {
    return `Responses are ${received} instead of ${promised}`
  }
  return undefined
}

/** Returns the status in an expected or actual value: the number itself, or a field of an object. */
function statusIn(value: unknown): number | undefined {
  const status = typeof value === 'object' && value !== null ? (value as { status?: unknown }).status : value
  return typeof status === 'number' && status >= 100 && status < 600 ? status : undefined
}

/** Returns the fields that the last task in the responses lacks. */
function lackingFields(exchanges: readonly Exchange[]): string[] {
  const task = exchanges.map(({ response }) => taskIn(response?.body)).findLast((found) => found !== undefined)
  return task === undefined ? [] : TASK_FIELDS.filter((field) => !Object.hasOwn(task, field))
}

function taskIn(body: string | undefined): object | undefined {
  const json = parse<Json>(body)
  const task = json?.content?.[0] ?? json
  return typeof task?.title === 'string' ? task : undefined
}
