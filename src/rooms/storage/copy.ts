import { BOARDS, deletedKey, type ItemRow, type Migrated, type Reads, ROOMS, type Storage } from './storage.js'
import { StoreUnusable } from './unusable.js'

/** How much was copied. */
export type Copied = Migrated & { blobs: number }

/**
 * Copies everything into an empty storage. The profiles come last, in one commit: until then, all scopes are marked as
 * deleted, so that the next start of a service deletes what a copy that failed has left.
 *
 * @throws StoreUnusable if the target is not empty
 */
export async function copyStorage(from: Reads, to: Storage): Promise<Copied> {
  await to.sweep(true)
  if ((await readProfiles(to)).length > 0) {
    throw new StoreUnusable('The target database is not empty: copy into a new one')
  }
  const profiles = await readProfiles(from)
  const rooms = profiles.filter(({ scope }) => scope === ROOMS).length
  const copied: Copied = { rooms, boards: profiles.length - rooms, items: 0, blobs: 0 }
  const marks = profiles.map(deletedKey)
  await to.write({ items: marks.map((key) => ({ ...key, value: '{}' })) })
  for (const { id: scope } of marks) {
    for await (const keys of from.listBlobs(scope)) {
      for (const key of keys) await to.write({ blobs: [{ ...key, bytes: (await from.readBlob(key)) as Uint8Array }] })
      copied.blobs += keys.length
    }
    for await (const items of from.readItems(scope)) {
      await to.write({ items: items.map((item) => ({ scope, ...item })) })
      copied.items += items.length
    }
  }
  await to.write({ items: [...profiles, ...marks.map((key) => ({ ...key, value: null }))] })
  return copied
}

async function readProfiles(storage: Reads): Promise<ItemRow[]> {
  const profiles: ItemRow[] = []
  for (const scope of [ROOMS, BOARDS]) {
    for await (const slice of storage.readItems(scope)) profiles.push(...slice.map((item) => ({ scope, ...item })))
  }
  return profiles
}
