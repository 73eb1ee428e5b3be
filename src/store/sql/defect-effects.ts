import type { Queryable } from '../database.js'
import type { JournalEntry } from '../journal-methods.js'
import type { AffectedRequest, DefectEffect, EffectCount } from '../store.js'

const COUNT = `
  INSERT INTO defect_effect (board_id, defect, effect, requests, first_request) VALUES (?, ?, ?, 1, ?)
  ON CONFLICT (board_id, defect, effect) DO UPDATE SET requests = defect_effect.requests + 1`

/**
 * Counts the effects that defects had on requests to a board.
 *
 * @param first the number of the first request in the journal
 */
export async function recordEffects(
  tx: Queryable,
  board: string,
  entries: readonly JournalEntry[],
  first: number,
): Promise<void> {
  for (const [index, { effects, requestId, time, method, status }] of entries.entries()) {
    if (effects === undefined) continue
    const { target, defects } = effects
    const request: AffectedRequest = { number: first + index, requestId, time, method, target, status }
    for (const { defect, effect } of defects) await tx.all(COUNT, [board, defect, effect, JSON.stringify(request)])
  }
}

/** Forgets the effects on the boards that match a condition. */
export async function deleteEffects(tx: Queryable, condition: string, value: string): Promise<void> {
  await tx.all(`DELETE FROM defect_effect WHERE board_id IN (SELECT id FROM board WHERE ${condition})`, [value])
}

/** Lists the effects on a board, ordered by defect. */
export async function readEffects(queryable: Queryable, board: string): Promise<EffectCount[]> {
  const rows = await queryable.all<{ defect: string; effect: DefectEffect; requests: number; first: string }>(
    `SELECT defect, effect, requests, first_request AS first FROM defect_effect
     WHERE board_id = ? ORDER BY defect, effect`,
    [board],
  )
  return rows.map(({ requests, first, ...row }) => ({ ...row, requests: Number(requests), first: JSON.parse(first) }))
}
