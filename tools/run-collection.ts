import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import newman, { type NewmanRun, type NewmanRunOptions, type NewmanRunSummary } from 'newman'
import type { CollectionDefinition } from 'postman-collection'
import { COLLECTIONS } from './documents.js'

const run = promisify<NewmanRunOptions, NewmanRunSummary>(newman.run)

export interface CollectionRun extends NewmanRun {
  /** The failed assertions and requests, as text. */
  failed: string[]
}

/**
 * Runs a collection with Newman. Uploads find their files in the folder of the collections.
 *
 * @param variables the variables that differ from the defaults of the collection
 */
export async function runCollection(
  collection: CollectionDefinition,
  variables: Record<string, string>,
): Promise<CollectionRun> {
  const summary = await run({
    collection,
    envVar: Object.entries(variables).map(([key, value]) => ({ key, value })),
    workingDir: fileURLToPath(COLLECTIONS),
  })
  return {
    ...summary.run,
    failed: summary.run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`),
  }
}
