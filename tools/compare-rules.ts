import { NAME } from './compare-normal-form.js'

/** One difference between two documents. */
export interface Difference {
  type: 'CREATE' | 'REMOVE' | 'CHANGE'
  /** The value before and after; `undefined` if there is none. */
  oldValue: unknown
  value: unknown
  /** The last key of its path. */
  name: string
}

/** A function that tells whether a difference breaks clients. */
type Rule = (difference: Difference) => boolean

const never: Rule = () => false
const always: Rule = () => true
const isRemoved: Rule = ({ type }) => type === 'REMOVE'
const isAddedOrChanged: Rule = ({ type }) => type !== 'REMOVE'
const isRemovedOrChanged: Rule = ({ type }) => type !== 'CREATE'
const isTrue: Rule = ({ value }) => Boolean(value)
const wasTrue: Rule = ({ oldValue }) => Boolean(oldValue)
const isLess =
  (absent: number): Rule =>
  ({ oldValue = absent, value = absent }) =>
    Number(value) < Number(oldValue)
const isMore =
  (absent: number): Rule =>
  ({ oldValue = absent, value = absent }) =>
    Number(value) > Number(oldValue)

const NOTE: [Rule, Rule] = [never, never]
/** Clients use it: a removal breaks them, an addition does not. */
const USED: [Rule, Rule] = [isRemoved, isRemoved]
const NARROWING: [Rule, Rule] = [isAddedOrChanged, isRemovedOrChanged]
const UPPER_LIMIT: [Rule, Rule] = [isLess(Number.POSITIVE_INFINITY), isMore(Number.POSITIVE_INFINITY)]
const LOWER_LIMIT: [Rule, Rule] = [isMore(Number.NEGATIVE_INFINITY), isLess(Number.NEGATIVE_INFINITY)]

/**
 * The rules by keyword, first for requests, then for responses. The values allowed in requests must not be narrowed, and
 * the values in responses must not be widened. `properties *` is an entry of `properties`. Every change of a
 * keyword that is not listed breaks clients.
 */
const RULES: Record<string, [sent: Rule, received: Rule]> = {
  // Text for readers.
  title: NOTE,
  summary: NOTE,
  description: NOTE,
  externalDocs: NOTE,
  tags: NOTE,
  deprecated: NOTE,
  example: NOTE,
  examples: NOTE,
  bearerFormat: NOTE,

  // Names that generators use in their code.
  operationId: [always, always],
  'schemas *': USED,

  // Operations.
  'servers *': USED,
  'paths *': USED,
  get: USED,
  put: USED,
  post: USED,
  delete: USED,
  patch: USED,
  'securitySchemes *': USED,
  security: [requiresMore, requiresMore],
  parameters: [someAreRequired, never],
  'parameters *': [(difference) => isRemoved(difference) || isRequired(difference.value), never],
  requestBody: [(difference) => isRemoved(difference) || isRequired(difference.value), never],

  // Responses. Clients handle a new error like other errors, but do not expect a new success.
  'responses *': [never, ({ type, name }) => type === 'REMOVE' || !/^[45]/.test(name)],
  headers: USED,
  'headers *': USED,
  links: USED,
  'links *': USED,
  content: USED,
  'content *': USED,

  // Schemas. Generators derive a type from `type` and `format`, so any change of these breaks clients.
  type: [always, always],
  format: [always, always],
  nullable: [wasTrue, isTrue],
  default: [always, never],
  required: [isTrue, wasTrue],
  'required *': NARROWING,
  properties: USED,
  'properties *': USED,
  additionalProperties: [
    ({ type, oldValue, value }) => type !== 'REMOVE' && value !== true && oldValue !== false,
    ({ type, oldValue }) => type !== 'CREATE' && oldValue !== false,
  ],
  enum: NARROWING,
  'enum *': [isRemoved, isAddedOrChanged],
  pattern: NARROWING,
  multipleOf: NARROWING,
  uniqueItems: [isTrue, wasTrue],
  exclusiveMinimum: [isTrue, wasTrue],
  exclusiveMaximum: [isTrue, wasTrue],
  maximum: UPPER_LIMIT,
  maxLength: UPPER_LIMIT,
  maxItems: UPPER_LIMIT,
  maxProperties: UPPER_LIMIT,
  minimum: LOWER_LIMIT,
  minLength: LOWER_LIMIT,
  minItems: LOWER_LIMIT,
  minProperties: LOWER_LIMIT,
}

/** Whether a difference breaks clients, given the keywords on its path. */
export function isBreaking(keywords: string[], difference: Difference): boolean {
  if (keywords[0] === 'info') return false
  const last = keywords.at(-1) ?? ''
  const [sent, received] = RULES[last === NAME ? `${keywords.at(-2)} ${NAME}` : last] ?? [always, always]
  return (keywords.includes('responses') ? received : sent)(difference)
}

function isRequired(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'required' in value && value.required === true
}

/** Whether a whole list was removed, or was added with a required entry. */
function someAreRequired({ type, value }: Difference): boolean {
  return type === 'REMOVE' || Object.values(value ?? {}).some(isRequired)
}

/** The entries are alternatives, each used by some clients. `{}` and an empty list mean no authentication. */
function requiresMore({ oldValue = '[]', value = '[]' }: Difference): boolean {
  const alternativesOf = (list: unknown) =>
    list === '[]' ? ['{}'] : JSON.parse(String(list)).map((entry: unknown) => JSON.stringify(entry))
  const alternatives = alternativesOf(value)
  return !alternatives.includes('{}') && alternativesOf(oldValue).some((entry: string) => !alternatives.includes(entry))
}
