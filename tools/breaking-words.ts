import type { Change } from './compare.js'
import { keywordsOf, NAME } from './compare-normal-form.js'

/** A breaking change in words. After a text that ends with a colon come the details of all changes with this text. */
export interface Words {
  /** The operation, such as `GET /tasks`, a path, or `all`. */
  operation: string
  text: string
  detail?: string
}

type Describe = (change: Change) => Pick<Words, 'text' | 'detail'>

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

/** The words for changes of requests and operations, by keyword and kind of change. `enum *` is a value of `enum`. */
const SENT: Record<string, Describe> = {
  'paths * REMOVE': () => ({ text: 'The path no longer exists.' }),
  ...Object.fromEntries(
    METHODS.map((method) => [`${method} REMOVE`, () => ({ text: 'The operation no longer exists.' })]),
  ),
  'requestBody CREATE': () => ({ text: 'A request body is required.' }),
  'required * CREATE': ({ value }) => ({ text: 'These fields are now required:', detail: code(value) }),
  'maxLength CHANGE': ({ path, oldValue, value }) => ({
    text: `${field(path)} has at most ${value} characters instead of ${oldValue}.`,
  }),
  'default REMOVE': ({ path, oldValue }) => ({
    text: `${field(path)} no longer has the default ${code(JSON.parse(String(oldValue)))}.`,
  }),
  'enum * REMOVE': ({ path, oldValue }) => ({ text: `${field(path)} no longer accepts:`, detail: code(oldValue) }),
  'nullable REMOVE': ({ path }) => ({ text: `${field(path)} no longer accepts:`, detail: code(null) }),
}

/** The words for changes of responses. */
const RECEIVED: Record<string, Describe> = {
  'responses * REMOVE': ({ name }) => ({ text: `The status ${name} is no longer returned.` }),
  'properties * REMOVE': ({ path }) => ({ text: 'Responses no longer contain:', detail: field(path) }),
  'required * REMOVE': ({ path, oldValue }) => ({
    text: 'These fields may now be missing in responses:',
    detail: field([...path, 'properties', String(oldValue)]),
  }),
}

/** Describes a breaking change in words. A change without words of its own is described with its path. */
export function describeChange(change: Change): Words {
  const { path, type, description, name } = change
  const keywords = keywordsOf(path)
  const last = keywords.at(-1) ?? ''
  const keyword = last === NAME ? `${keywords.at(-2)} ${NAME}` : last
  if (keyword === 'schemas *' && type === 'REMOVE') {
    return { operation: 'all', text: 'Generated code no longer has the types:', detail: code(name) }
  }
  const [, url = '', method = ''] = path
  const words = keywords.includes('responses') ? RECEIVED : SENT
  const describe = words[`${keyword} ${type}`] ?? (() => ({ text: code(description) }))
  return {
    operation: keywords[0] === 'paths' ? code(`${method.toUpperCase()} ${url}`.trim()) : 'all',
    ...describe(change),
  }
}

/** The name of the parameter or field that a path belongs to, such as `byStatus.TODO`. */
function field(path: string[]): string {
  const names = path.flatMap((segment, index) => {
    if (path[index - 1] === 'parameters') return segment.replace(/^\w+ /, '')
    return path[index - 1] === 'properties' ? segment : []
  })
  return code(names.join('.'))
}

function code(value: unknown): string {
  return `\`${value}\``
}
