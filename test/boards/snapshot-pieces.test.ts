import t from 'tap'
import { renderSnapshot } from '../../src/control/snapshot.js'
import { SnapshotTooLarge } from '../../src/errors.js'
import type { BoardContent } from '../../src/store/store.js'

const NOW = '2026-03-02T08:30:00Z'

function content(tasks: number): BoardContent {
  return {
    lastIds: { task: tasks, checklistItem: 0, comment: 0, attachment: tasks },
    tasks: Array.from({ length: tasks }, (_, index) => ({
      id: index + 1,
      title: 'A task',
      description: null,
      status: 'TODO',
      priority: 'LOW',
      dueDate: null,
      sortOrder: index,
      labels: [],
      checklistItems: [],
      comments: [],
      attachments: [
        { id: index + 1, fileName: 'a', contentType: 'text/plain', uploadedAt: NOW, bytes: new Uint8Array(1_000_000) },
      ],
      createdAt: NOW,
      updatedAt: NOW,
    })),
    faults: { settings: null, seed: 1, ordinal: 0 },
  }
}

t.test('renders a large snapshot in pieces, and other work runs between them', async (t) => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const bytes = await renderSnapshot(content(8), 100_000_000)
  isDone = true
  t.ok(turns >= 8, `${turns} turns of the event loop`)
  t.match(JSON.parse(bytes.toString()), { version: 1, tasks: { length: 8 }, faults: { seed: 1 } })
})

t.test('stops rendering a snapshot that exceeds the maximum size', async (t) => {
  await t.rejects(renderSnapshot(content(2), 2_000_000), new SnapshotTooLarge(2_000_000))
})
