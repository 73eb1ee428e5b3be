/** Variables of styles whose requests are templates: `{{taskId}}` is the `id` in the response of the step `task`. */
import {
  type PlannedRequest,
  type PlannedStep,
  type PlannedTest,
  partsOf,
  type RunPart,
  referenceOf,
  type ValuePart,
} from './plan.js'
import { jsonTemplate, valuesOf } from './values.js'
import { toCamelCase } from './walk.js'

/** Returns the name of the variable for something that a test only knows when it runs. */
export function variableOf(part: RunPart): string {
  if (part.kind === 'account') {
    return part.field === 'PASSWORD' ? `${part.account}PasswordInCapitals` : toCamelCase(part.account, part.field)
  }
  if (part.kind !== 'value') return part.kind
  const words = part.pointer.flatMap((name) => name.split(/\W+/))
  return `${toCamelCase(part.name, ...words)}${part.part === undefined ? '' : `Part${part.part}`}`
}

const holeOf = (part: RunPart) => `{{${variableOf(part)}}}`

/** Writes a JSON body with variables. */
export const toJsonTemplate = valuesOf(jsonTemplate(holeOf)).value

/** Writes a text with variables. */
export function toTemplate(text: string): string {
  return partsOf(text)
    .map((part) => (typeof part === 'string' ? part : holeOf(part)))
    .join('')
}

/** Returns the headers of a request, with variables. */
export function headersOf({ headers = {}, auth }: PlannedRequest): [name: string, value: string][] {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name, toTemplate(value)])
  if (auth === 'none') return own
  return [...own, ['Authorization', `Bearer ${typeof auth === 'object' ? toTemplate(auth.token) : `{{${auth}Token}}`}`]]
}

/** Returns all that the requests and the expectations of a test only know when it runs. */
export function runPartsOf({ steps, cleanUp }: Pick<PlannedTest, 'steps' | 'cleanUp'>): RunPart[] {
  const found = new Map<string, RunPart>()
  const collect = (value: unknown): void => {
    const reference = referenceOf(value as never)
    const parts = typeof value === 'string' ? partsOf(value) : reference ? [reference] : []
    for (const part of parts) if (typeof part === 'object') found.set(variableOf(part), part)
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect([steps, cleanUp])
  return [...found.values()]
}

/** Returns the values in the response to a step that a test needs later. */
export function capturesOf(step: PlannedStep, test: PlannedTest): ValuePart[] {
  return runPartsOf(test).filter((part): part is ValuePart => part.kind === 'value' && part.name === step.name)
}

/** Writes the path of a URL in JavaScript without the class `URL`, which not all sandboxes have. */
export function pathOfUrl(code: string): string {
  return `${code}.replace(/^\\w+:\\/\\/[^/]+/, '')`
}
