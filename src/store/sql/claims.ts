import { BoardFrozen, BoardFull, BoardNotFound, ClaimExists, quotaUnit } from '../../contract/errors.js'
import type { Database, Queryable, Value } from '../database.js'
import { requireRunning } from '../exercise.js'
import { creditAfter, hintSettingOf } from '../hints.js'
import type { BoardDefects } from '../store.js'
import { type Claim, type MissedFault, NO_FAULT, type TrainingMethods } from '../training-methods.js'
import { recordSolved } from './challenges.js'
import { requireResponse } from './claimable-responses.js'
import { CLASS_DEFECTS, effectiveDefects, IS_FROZEN, settingOf } from './class-settings.js'
import { parseExercise } from './exercises.js'
import { countsOf, QUARTERS } from './score-counts.js'

interface Numbered {
  number: number
  /** The number of claims, with the new one. */
  total: number
  exercise: string | null
  defects: string | null
  classDefects: string | null
  isFrozen: number | null
}

/** The number of responses that are read at a time to find missed faults. */
const MISSED_PAGE = 500

type Row = Omit<Claim, 'isRight'> & { isRight: number }

const COLUMNS =
  'number, time, request, request_id AS "requestId", fault, defect, comment, is_right AS "isRight", credit, explanation'

/** Takes the number of the next claim. */
const TAKE_NUMBER = `
  UPDATE board SET last_claim_number = last_claim_number + 1, claims = claims + 1
  WHERE id = ? AND deleted_at IS NULL RETURNING last_claim_number AS number, claims AS total, ${settingOf('exercise')} AS exercise,
    defects, ${CLASS_DEFECTS} AS "classDefects",
    ${IS_FROZEN} AS "isFrozen"`

const INSERT = `
  INSERT INTO claim (board_id, number, time, request, request_id, fault, defect, comment, is_right, credit, explanation)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Finds a wrong claim about a response whose explanation says what was in the response. */
const EXPLAINED =
  'SELECT 1 FROM claim WHERE board_id = ? AND request = ? AND is_right = 0 AND explanation IS NOT NULL LIMIT 1'

const LIST = `SELECT ${COLUMNS} FROM claim WHERE board_id = ? ORDER BY number DESC LIMIT ? OFFSET ?`

const LIST_AFTER = `SELECT ${COLUMNS} FROM claim WHERE board_id = ? AND number > ? ORDER BY number LIMIT ?`

const RIGHT_CLAIMS =
  'SELECT request, fault FROM claim WHERE board_id = ? AND request >= ? AND request < ? AND is_right = 1'

function toClaim({ isRight, credit, ...row }: Row): Claim {
  return { ...row, isRight: isRight === 1, credit: credit / QUARTERS }
}

/** Whether a claim of a fault, or of `none`, is right for a response with these faults. */
function isRightClaim(fault: string, changed: readonly string[]): boolean {
  return fault === NO_FAULT ? changed.length === 0 : changed.includes(fault)
}

async function requireNew(tx: Queryable, condition: string, params: Value[]): Promise<void> {
  const [claim] = await tx.all<{ number: number }>(`SELECT number FROM claim WHERE ${condition}`, params)
  if (claim !== undefined) throw new ClaimExists(String(claim.number))
}

export function claimMethods(database: Database) {
  const { integers } = database.dialect
  const about = `SELECT ${COLUMNS} FROM claim
    WHERE board_id = ? AND request IN (${integers('?')}) ORDER BY number`

  return {
    async addClaim(board, { explanations, challenge, ...input }, max, now) {
      const { requestId = null, fault = null, defect = null, comment } = input
      return database.transaction(async (tx) => {
        const [row] = await tx.all<Numbered>(TAKE_NUMBER, [board])
        if (row === undefined) throw new BoardNotFound()
        // The class can freeze after the claim has arrived.
        if (Number(row.isFrozen) === 1) throw new BoardFrozen()
        const exercise = parseExercise(row.exercise)
        requireRunning(exercise, now)
        const claim = { number: row.number, time: now, requestId, request: null, fault, defect, comment }
        const judged =
          requestId === null || fault === null
            ? await judgeDefect(tx, board, claim, effectiveDefects(row.defects, row.classDefects))
            : await judgeFault(tx, board, claim, requestId, fault)
        if (row.total > max) throw new BoardFull(max, quotaUnit('claims'))
        const { number, time, request, isRight, hints, isExplained } = judged
        const credit = creditAfter(hintSettingOf(exercise), hints, isExplained)
        // Another response may have got the same request id meanwhile.
        const explained = (explanations?.request ?? null) === request ? explanations : undefined
        const explanation = explained?.[isRight ? 'right' : 'wrong'] ?? null
        const judgement = [isRight ? 1 : 0, credit * QUARTERS, explanation]
        await tx.all(INSERT, [board, number, time, request, requestId, fault, defect, comment, ...judgement])
        if (isRight && challenge !== undefined && requestId !== null)
          await recordSolved(tx, board, challenge, { requestId, time: now })
        return { ...claim, request, isRight, credit, explanation }
      })
    },

    async listClaims(board, { page, size }) {
      const [counted] = await database.all<{ total: number }>('SELECT claims AS total FROM board WHERE id = ?', [board])
      const rows = await database.all<Row>(LIST, [board, size, page * size])
      return { claims: rows.map(toClaim), total: Number(counted?.total) }
    },

    async listClaimsAfter(board, number, max) {
      const rows = await database.all<Row>(LIST_AFTER, [board, number, max])
      return rows.map(toClaim)
    },

    async listClaimsAbout(board, requests) {
      return (await database.all<Row>(about, [board, JSON.stringify(requests)])).map(toClaim)
    },

    async countClaims(board) {
      return database.readTransaction(async (state) => (await countsOf(state, 'board_id = ?', [board]))(board))
    },

    async listMissed(board, max) {
      return database.readTransaction(async (state) => {
        const missed: MissedFault[] = []
        let page: MissedPage | undefined
        do {
          page = await readMissed(state, board, page?.last ?? Number.MAX_SAFE_INTEGER)
          missed.push(...page.missed)
        } while (page.last !== undefined && missed.length < max)
        return missed.slice(0, max)
      })
    },
  } satisfies Partial<TrainingMethods>
}

interface MissedPage {
  missed: MissedFault[]
  /** The number of the last response on the page; `undefined` on the last page. */
  last: number | undefined
}

/** Reads the missed faults of a page of responses before a number, newest first. */
async function readMissed(state: Queryable, board: string, before: number): Promise<MissedPage> {
  const responses = await state.all<Omit<MissedFault, 'fault' | 'isAlone'> & { changed: string }>(
    `SELECT number, request_id AS "requestId", time, method, route, status, changed FROM response
     WHERE board_id = ? AND number < ? AND changed <> '[]' ORDER BY number DESC LIMIT ${MISSED_PAGE}`,
    [board, before],
  )
  const last = responses.at(-1)?.number
  const claims = await state.all<{ request: number; fault: string }>(RIGHT_CLAIMS, [board, last ?? before, before])
  const found = new Set(claims.map(({ request, fault }) => `${request} ${fault}`))
  const missed = responses.flatMap(({ changed, ...response }) => {
    const faults = JSON.parse(changed) as string[]
    return faults
      .filter((fault) => !found.has(`${response.number} ${fault}`))
      .map((fault) => ({ fault, ...response, isAlone: faults.length === 1 }))
  })
  return { missed, last: responses.length < MISSED_PAGE ? undefined : last }
}

type Unjudged = Omit<Claim, 'isRight' | 'credit' | 'explanation'>

/**
 * Judges a claim about a response. Returns how many hints were taken for the response, and whether an earlier wrong claim
 * about it was explained.
 */
async function judgeFault(tx: Queryable, board: string, claim: Unjudged, requestId: string, fault: string) {
  const { number, changed, hints } = await requireResponse(tx, board, requestId)
  await requireNew(tx, 'board_id = ? AND request = ? AND fault = ?', [board, number, fault])
  const explained = await tx.all(EXPLAINED, [board, number])
  return { ...claim, request: number, isRight: isRightClaim(fault, changed), hints, isExplained: explained.length > 0 }
}

async function judgeDefect(tx: Queryable, board: string, claim: Unjudged, defects: BoardDefects | null) {
  const { defect } = claim as { defect: string }
  await requireNew(tx, 'board_id = ? AND defect = ?', [board, defect])
  return { ...claim, isRight: Object.hasOwn(defects ?? {}, defect), hints: 0, isExplained: false }
}
