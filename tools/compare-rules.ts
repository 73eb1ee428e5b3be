import { NAME } from './compare-normal-form.js'

/** One difference between two documents. */
export interface Difference {
  type: 'CREATE' | 'REMOVE' | 'CHANGE'
  /** What was there, and what is there now; undefined where there was or is nothing. */
  oldValue: unknown
  value: unknown
  /** The last step of the path to it. */
  name: string
}

/** Tells whether a difference breaks clients. */
type Rule = (difference: Difference) => boolean

const never: Rule = () => false
const always: Rule = () => true
const isGone: Rule = ({ type }) => type === 'REMOVE'
/** For what narrows the values that are allowed. */
const isPut: Rule = ({ type }) => type !== 'REMOVE'
const isTaken: Rule = ({ type }) => type !== 'CREATE'
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
/** What clients use: they miss it, and do not mind more of it. */
const USED: [Rule, Rule] = [isGone, isGone]
const NARROWING: [Rule, Rule] = [isPut, isTaken]
const UPPER_LIMIT: [Rule, Rule] = [isLess(Number.POSITIVE_INFINITY), isMore(Number.POSITIVE_INFINITY)]
const LOWER_LIMIT: [Rule, Rule] = [isMore(Number.NEGATIVE_INFINITY), isLess(Number.NEGATIVE_INFINITY)]

/**
 * What breaks clients, by keyword: first where they send, then where they receive. What clients send must not be
 * narrowed, what they receive must not be widened. `properties *` is an entry of `properties`. What is not listed
 * breaks clients with every change.
 */
const RULES: Record<string, [sent: Rule, received: Rule]> = {
  // Notes to readers.
  title: NOTE,
  summary: NOTE,
  description: NOTE,
  externalDocs: NOTE,
  tags: NOTE,
  deprecated: NOTE,
  example: NOTE,
  examples: NOTE,
  bearerFormat: NOTE,

  // What generators name their code by.
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
  security: [asksForMore, asksForMore],
  parameters: [someAreRequired, never],
  'parameters *': [(difference) => isGone(difference) || isRequired(difference.value), never],
  requestBody: [(difference) => isGone(difference) || isRequired(difference.value), never],

  // Answers. An error that is new is handled as errors are; a success that is new is not expected.
  'responses *': [never, ({ type, name }) => type === 'REMOVE' || !/^[45]/.test(name)],
  headers: USED,
  'headers *': USED,
  content: USED,
  'content *': USED,

  // Schemas. Generators choose a type by `type` and `format`, so another one is another value in both directions.
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
  'enum *': [isGone, isPut],
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

/** Tells whether a difference breaks clients, from the keywords that lead to it. */
export function isBreaking(keywords: string[], difference: Difference): boolean {
  if (keywords[0] === 'info') return false
  const last = keywords.at(-1) ?? ''
  const [sent, received] = RULES[last === NAME ? `${keywords.at(-2)} ${NAME}` : last] ?? [always, always]
  return (keywords.includes('responses') ? received : sent)(difference)
}

function isRequired(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'required' in value && value.required === true
}

/** Of the list as a whole: it is new, or it is gone. */
function someAreRequired({ type, value }: Difference): boolean {
  return type === 'REMOVE' || Object.values(value ?? {}).some(isRequired)
}

/** The ways to sign in are alternatives, each of which clients may know; `{}` and an empty list stand for none. */
function asksForMore({ oldValue = '[]', value = '[]' }: Difference): boolean {
  const waysOf = (list: unknown) =>
    list === '[]' ? ['{}'] : JSON.parse(String(list)).map((way: unknown) => JSON.stringify(way))
  const ways = waysOf(value)
  return !ways.includes('{}') && waysOf(oldValue).some((way: string) => !ways.includes(way))
}
