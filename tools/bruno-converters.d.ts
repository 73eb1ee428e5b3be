/** Types for the part of the converter that is used here. The package has none. */
declare module '@usebruno/converters' {
  import type { CollectionDefinition } from 'postman-collection'

  export function postmanToBruno(
    collection: CollectionDefinition,
  ): Promise<{ collection: { name: string; items: object[]; root: { docs?: string } } }>
}
