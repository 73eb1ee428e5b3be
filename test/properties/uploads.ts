import fc from 'fast-check'
import type { Parts } from '../kit/upload.js'
import type { Contract, Schema } from './documents.js'
import { codePoint, fullText } from './texts.js'

export type Part = Parts[number]

const MEBIBYTE = 1_048_576
const LARGEST = Buffer.alloc(MEBIBYTE, 'x')

/** Characters that need no escaping in a header and do not form a path (decision 40). */
const nameUnit = codePoint.filter((character) => !/[\p{Cc}"\\/]/u.test(character))

const fileName: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 12, arbitrary: fc.string({ unit: nameUnit, minLength: 1, maxLength: 30 }) },
    { weight: 1, arbitrary: fullText(255, nameUnit) },
    { weight: 1, arbitrary: fc.constantFrom('a.txt', '...', 'con', '%41.txt', "it's", 'a;b=c', '.hidden') },
  )
  .filter((name) => name !== '.' && name !== '..')

const mediaType = fc.constantFrom(
  undefined,
  'text/plain',
  'image/png',
  'text/plain; charset=utf-8',
  'application/x-thing; a="b;c"',
  'nonsense',
)

const content: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 60, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 5, arbitrary: fc.constantFrom('', '\r\n', '\r\n--', '--\r\n\r\n', '\0').map(Buffer.from) },
  { weight: 1, arbitrary: fc.constant(LARGEST) },
)

/** A file in a part of this name. */
export function fileIn(name: string): fc.Arbitrary<Part> {
  return fc
    .record({ fileName, type: mediaType, content })
    .map(({ type, ...file }) => ({ name, ...file, ...(type !== undefined && { type }) }))
}

/** Form fields without a file, which are ignored even with the name of the files (decision 25). */
export const formField: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom('note', 'files', '__proto__'),
  content: fc.constantFrom('', 'text', '{"a":1}'),
})

/** The parts of a valid upload by the schema of its body: files, with form fields before or after them. */
export function uploadOf(contract: Contract, schema: Schema): fc.Arbitrary<Part[]> {
  const { name, minItems = 0, maxItems } = filesOf(contract, schema)
  return fc
    .tuple(
      fc.array(fileIn(name), { minLength: minItems, ...(maxItems !== undefined && { maxLength: maxItems }) }),
      fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, fc.array(formField, { maxLength: 2 })),
      fc.boolean(),
    )
    .map(([files, fields, isFirst]) => (isFirst ? [...fields, ...files] : [...files, ...fields]))
}

/** The one property of an upload that contains files, and its bounds. */
export function filesOf(contract: Contract, schema: Schema) {
  const [[name, files] = ['', {}], ...others] = Object.entries(contract.resolve(schema).properties ?? {})
  const { type, items, minItems, maxItems } = contract.resolve(files) as OpenArray
  if (others.length > 0 || type !== 'array' || items?.format !== 'binary') {
    throw new Error('There is no generator for this upload')
  }
  return { name, minItems, maxItems }
}

type OpenArray = Schema & { items?: { format?: string } }
