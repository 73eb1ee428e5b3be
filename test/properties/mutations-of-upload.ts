import fc from 'fast-check'
import { multipart } from '../kit/helper.js'
import type { Contract } from './documents.js'
import type { Mutation } from './mutations.js'
import { replacementsOf } from './mutations-of-body.js'
import type { PlannedRequest } from './requests.js'
import { fileIn, filesOf, formField, type Part } from './uploads.js'

const TOO_LARGE = Buffer.alloc(1_048_577, 'x')

/** Parameters that give a file no name or an invalid one (decisions 40 and 48). */
const BAD_NAMES = [
  'filename=""',
  `filename="${'x'.repeat(256)}"`,
  `filename="${'😀'.repeat(256)}"`,
  'filename="a\0b"',
  'filename="\xff"',
  "filename*=UTF-8''%ff",
]

/** Ways to break an upload. */
export function uploadMutations(contract: Contract, request: PlannedRequest): fc.WeightedArbitrary<Mutation>[] {
  const { operation, body } = request
  const schema = operation.content['multipart/form-data']?.schema
  if (schema === undefined || body === undefined || !('parts' in body)) return []
  const { name, maxItems = 0 } = filesOf(contract, schema)
  const file = fileIn(name)

  const withParts = (what: string, parts: Part[], message?: string): Mutation => ({
    what,
    request: { ...request, body: { parts } },
    status: 400,
    ...(message !== undefined && { message }),
  })
  const withBytes = replacementsOf(request)
  const complete = multipart(body.parts)

  return [
    {
      weight: 10,
      arbitrary: fc.array(formField, { maxLength: 3 }).map((fields) => withParts('no file', fields)),
    },
    {
      weight: 20,
      arbitrary: fc
        .tuple(fileIn('file'), fc.constantFrom('file', 'Files', 'files[]', 'x'), fc.nat(body.parts.length))
        .map(([file, name, at]) =>
          withParts('a file in another part', body.parts.toSpliced(at, 0, { ...file, name }), file.fileName),
        ),
    },
    {
      weight: 20,
      arbitrary: fc
        .array(file, { minLength: maxItems + 1, maxLength: maxItems + 3 })
        .map((files) => withParts('too many files', files, String(maxItems))),
    },
    {
      weight: 10,
      arbitrary: file.map((file) =>
        withParts('an oversized file', [{ ...file, content: TOO_LARGE }, ...body.parts.slice(1)], file.fileName),
      ),
    },
    {
      weight: 10,
      arbitrary: fc.constantFrom(...BAD_NAMES).map((disposition) => {
        const { headers, body } = multipart([{ name, fileName: '@', content: 'x' }])
        const bytes = body.toString('latin1').replace('filename="@"', encode(disposition))
        return withBytes('an invalid file name', 400, Buffer.from(bytes, 'latin1'), headers)
      }),
    },
    {
      weight: 20,
      // Without the last two hyphens a body is not terminated; the line break after them is optional.
      arbitrary: fc
        .nat(complete.body.length - 4)
        .map((end) => withBytes('a truncated body', 400, complete.body.subarray(0, end), complete.headers)),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom('multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x')
        .map((type) => withBytes('no boundary', 400, complete.body, { 'content-type': type })),
    },
    {
      weight: 10,
      arbitrary: fc
        .constantFrom(
          'application/json',
          'text/plain',
          'multipart/mixed; boundary=x',
          'application/x-www-form-urlencoded',
        )
        .map((type) => withBytes('a wrong media type', 415, Buffer.from('{}'), { 'content-type': type })),
    },
    { weight: 10, arbitrary: fc.constant(withBytes('no body', 400, Buffer.alloc(0), {})) },
  ]
}

/** UTF-8 bytes as characters of Latin-1; text with `\xff` stays as it is, so it is not UTF-8. */
function encode(text: string): string {
  return text.includes('\xff') ? text : Buffer.from(text).toString('latin1')
}
