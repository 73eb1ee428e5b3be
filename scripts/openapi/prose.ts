import type { Section } from './documents.js'

/** The section that all documents have. It comes last. */
export const CONVENTIONS: Section = {
  name: 'What all operations share',
  description: `All errors have the same ErrorResponse body. An unknown path returns 404, and a method that a path does not have returns 405 with \`Allow\`. \`HEAD\` returns the headers of \`GET\`, and \`OPTIONS\` returns 204. A host that the server does not accept returns 421, and an unknown \`Expect\` returns 417. Malformed HTTP returns 400, headers that are too large return 431, and a request that does not arrive in time returns 408.

Every response has an \`X-Request-Id\`: the value in the request if it is valid, otherwise a new one. Unknown properties in JSON are ignored. Arrays and objects can be nested up to 64 levels deep.`,
}
