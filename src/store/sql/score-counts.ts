import type { Queryable, Value } from '../database.js'
import type { ClaimCounts } from '../training-methods.js'

/** The table of claims has their credits in quarters. */
export const QUARTERS = 4

interface ClaimRow {
  board: string
  fault: string | null
  defect: string | null
  right: number
  credit: number
  total: number
}

/**
 * Reads what the scores of boards are computed from.
 *
 * @param condition a condition for the column `board_id`
 * @returns a function that returns the counts of a board
 */
export async function countsOf(
  state: Queryable,
  condition: string,
  params: readonly Value[],
): Promise<(board: string) => ClaimCounts> {
  const happened = await state.all<{ board: string; fault: string; happened: number }>(
    `SELECT board_id AS board, fault, happened FROM fault_count WHERE ${condition} ORDER BY fault`,
    params,
  )
  const claims = await state.all<ClaimRow>(
    `SELECT board_id AS board, fault, defect, sum(is_right) AS "right", sum(is_right * credit) AS credit,
       count(*) AS total FROM claim
     WHERE ${condition} GROUP BY board_id, fault, defect ORDER BY fault, defect`,
    params,
  )
  const happenedOn = groupByBoard(happened)
  const claimsOn = groupByBoard(claims)

  return (board) => {
    const rows = claimsOn.get(board) ?? []
    const ofDefects = rows.filter(({ defect }) => defect !== null)
    return {
      happened: Object.fromEntries((happenedOn.get(board) ?? []).map((row) => [row.fault, Number(row.happened)])),
      faults: Object.fromEntries(
        rows
          .filter(({ fault }) => fault !== null)
          .map(({ fault, right, credit, total }) => [
            fault,
            {
              right: Number(right),
              wrong: Number(total) - Number(right),
              credit: Number(credit) / QUARTERS,
            },
          ]),
      ),
      defects: {
        found: ofDefects.filter(({ right }) => Number(right) > 0).map(({ defect }) => defect as string),
        wrong: ofDefects.filter(({ right }) => Number(right) === 0).length,
      },
    }
  }
}

function groupByBoard<Row extends { board: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.board)
    if (group === undefined) groups.set(row.board, [row])
    else group.push(row)
  }
  return groups
}
