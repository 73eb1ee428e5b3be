/** Types for the part of the converter that is used here. The package has none. */
declare module 'openapi-to-postmanv2' {
  import type { CollectionDefinition } from 'postman-collection'

  type Outcome = { result: true; output: [{ data: CollectionDefinition }] } | { result: false; reason: string }

  export function convert(
    input: { type: 'json'; data: object },
    options: Record<string, unknown>,
    callback: (error: Error | null, outcome: Outcome) => void,
  ): void
}
