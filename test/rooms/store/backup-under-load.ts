import type { Test } from 'tap'
import { openStore } from '../../../src/rooms/open-store.js'
import { type ServerProcess, startProcess } from '../../kit/process.js'
import { assertContiguous, at, BOARD, file, MEBIBYTE, readAll, values } from './contract/shared.js'

const WRITERS = 8
/** Files make the backup slow enough for concurrent writes. */
const FILES = 20

/** The titles of the acknowledged tasks, and the ids of the tasks whose deletion was acknowledged. */
interface Acknowledged {
  created: Map<number, string>
  deleted: Set<number>
}

/** Creates, moves and deletes tasks until `isOver`. */
async function write({ send }: ServerProcess, name: string, known: Acknowledged, isOver: () => boolean) {
  for (let turn = 0; !isOver(); turn++) {
    const title = `${name}, turn ${turn}`
    const { json } = await send('POST /api/v1/tasks', { json: { title, status: 'TODO' } })
    if (turn % 3 === 0) {
      await send(`DELETE /api/v1/tasks/${json.id}`)
      known.deleted.add(json.id)
    } else {
      known.created.set(json.id, title)
      const target = { targetStatus: turn % 2 === 0 ? 'DONE' : 'IN_PROGRESS', targetIndex: 0 }
      await send(`POST /api/v1/tasks/${json.id}/reorder`, { json: target })
    }
  }
}

/**
 * Fails unless a backup taken under load contains one consistent state that is not older than its start.
 *
 * @param backUp creates a backup, and returns the URL of a database restored from it
 */
export async function expectConsistentBackup(t: Test, url: string, backUp: () => Promise<string>): Promise<void> {
  const store = await openStore(url)
  for (let count = 0; count < FILES; count++) {
    const { id } = await store.createTask(BOARD, values({ title: 'With a file' }), at(0))
    await store.addAttachments(BOARD, id, [file('file', Buffer.alloc(MEBIBYTE, count))], at(0))
  }
  await store.close()

  const server = await startProcess(t, { env: { DATABASE_URL: url } })
  const known: Acknowledged = { created: new Map(), deleted: new Set() }
  let isOver = false
  const writers = Array.from({ length: WRITERS }, (_, index) => write(server, `Writer ${index}`, known, () => isOver))
  const writing = Promise.all(writers)
  while (known.created.size < 100) await server.send('GET /livez')
  const before = structuredClone(known)
  const backup = await backUp().finally(() => {
    isOver = true
  })
  await writing
  t.ok(known.created.size > before.created.size, 'writes continued during the backup')

  const restored = await openStore(backup)
  t.teardown(() => restored.close())
  const tasks = await readAll(restored)
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  const changed = [...before.created].filter(([id, title]) => titles.get(id) !== title)
  t.strictSame(changed, [], 'the backup has every task that was acknowledged before it')
  const returned = [...before.deleted].filter((id) => titles.has(id))
  t.strictSame(returned, [], 'the backup has no task that was deleted before it')
  assertContiguous(t, tasks)
  t.equal(tasks.flatMap(({ attachments }) => attachments).length, FILES)
  const { bytes } = await restored.getAttachment(BOARD, FILES, FILES)
  t.equal(Buffer.compare(Buffer.from(bytes), Buffer.alloc(MEBIBYTE, FILES - 1)), 0)
  const next = await restored.createTask(BOARD, values(), at(1))
  t.notOk(titles.has(next.id), 'ids are not reused')
  t.equal(next.sortOrder, tasks.filter(({ status }) => status === 'TODO').length)
}
