import type { Status } from '../../contract/schemas/enumerations.js'
import type { BoardTransaction, Database } from '../database.js'
import { hasEnded } from '../exercise.js'
import type { BoardMethods, NewTask } from '../store.js'
import { emptyBoard } from './board-state.js'
import { assignChecklistIds } from './checklist.js'
import { settingOf } from './class-settings.js'
import { deleteDefectNotes } from './defects.js'
import { deleteScore, parseExercise } from './exercises.js'
import { restartPlan } from './fault-plan.js'
import { addUsage, insertTasks, type NewContentTask } from './insert-tasks.js'
import { type QuotaOf, requireFits } from './quotas.js'
import { fillRuns } from './runs.js'

const EXERCISE = `SELECT ${settingOf('exercise')} AS exercise FROM board WHERE id = ?`

/** The methods of the store that create many tasks at once. */
export function fixtureMethods(database: Database, quotaOf: QuotaOf) {
  async function insert(tx: BoardTransaction, board: string, tasks: readonly NewTask[], now: string): Promise<void> {
    const lengths = new Map<Status, number>()
    const content = tasks.map(({ values, comments = [], files = [] }): NewContentTask => {
      const position = lengths.get(values.status) ?? 0
      lengths.set(values.status, position + 1)
      return {
        ...values,
        id: tx.reserveIds('task'),
        sortOrder: position,
        checklistItems: assignChecklistIds(tx, values.checklistItems, []),
        comments: comments.map((text) => ({ id: tx.reserveIds('comment'), text, createdAt: now, updatedAt: now })),
        attachments: files.map((file) => ({ id: tx.reserveIds('attachment'), ...file, uploadedAt: now })),
        createdAt: now,
        updatedAt: now,
      }
    })
    const usage = { tasks: 0, comments: 0, attachmentBytes: 0 }
    addUsage(usage, content)
    requireFits(usage, quotaOf(board))
    tx.addUsage(usage)
    await insertTasks(tx, board, content)
    await fillRuns(tx, board)
  }

  return {
    async fillEmptyBoard(board, tasks, now) {
      await database.changeBoard(board, async (tx) => {
        const found = await tx.all('SELECT 1 FROM task WHERE board_id = ? LIMIT 1', [board])
        if (found.length === 0) await insert(tx, board, tasks, now)
      })
    },

    async resetBoard(board, tasks = [], now = '') {
      await database.changeBoard(board, async (tx) => {
        await emptyBoard(tx, board)
        await restartPlan(tx, board)
        await deleteDefectNotes(tx, board)
        const [row] = await tx.all<{ exercise: string | null }>(EXERCISE, [board])
        if (!hasEnded(parseExercise(row?.exercise ?? null), now)) await deleteScore(tx, board)
        tx.restartIds()
        await insert(tx, board, tasks, now)
      })
    },
  } satisfies Partial<BoardMethods>
}
