import { JOURNAL_BYTES_MAX, JOURNAL_MAX } from '../../contract/limits.js'
import type { SolvedNames } from '../challenge-methods.js'
import type { Database, Queryable } from '../database.js'
import type { JournalEntry, JournalMethods, NumberedEntry } from '../store.js'
import { recordMarks } from './challenges.js'
import { recordResponses } from './claimable-responses.js'
import { settingOf } from './class-settings.js'
import { recordEffects } from './defect-effects.js'
import { findExchange, storeSegment, toSegment } from './exchanges.js'
import { parseExercise } from './exercises.js'
import { insertRows } from './insert-rows.js'

interface Row extends Omit<NumberedEntry, 'drawn' | 'changed' | 'isClaimable' | 'hintsTaken'> {
  drawn: string
  changed: string
  /** The number of hints; `null` if the response cannot be claimed. */
  hints: number | null
}

/** A board whose journal is written. */
interface Recorded {
  id: string
  /** The number of its latest request. */
  last: number
  /** How often its fault plan was restarted. */
  restarts: number
  marks: string | null
  challengeRestarts: number
  exercise: string | null
}

const COLUMNS = `number, time, ordinal, method, route, path, query, status, size, duration, request_id AS "requestId", drawn, changed,
  (SELECT hints FROM response WHERE response.board_id = journal.board_id AND response.number = journal.number) AS hints`

/** The condition for the requests that the journal lists. */
const LISTED = `board_id = ? AND number > (SELECT last_request_number FROM board WHERE id = ?) - ${JOURNAL_MAX}`

/**
 * Old requests are deleted once per this many requests, because a deletion costs as much as the recording of several
 * requests.
 */
const TRIM_STEP = 100

/** The size of the texts of a request that clients control, in bytes. All others are short. */
const SIZE = "octet_length(path) + octet_length(coalesce(query, '')) + octet_length(request_id)"

/** Deletes the oldest requests until the texts of the others fit. This reads the whole journal several times. */
const SHORTEN = `
  DELETE FROM journal WHERE board_id = ? AND number <= (
    SELECT max(number) FROM (
      SELECT number, sum(${SIZE}) OVER (ORDER BY number DESC) AS bytes FROM journal WHERE board_id = ?) AS summed
    WHERE bytes > ${JOURNAL_BYTES_MAX})`

const LIST_AFTER = `SELECT ${COLUMNS} FROM journal WHERE ${LISTED} AND number > ? ORDER BY number LIMIT ?`

const FIND = `SELECT ${COLUMNS} FROM journal WHERE board_id = ? AND request_id = ? ORDER BY number DESC LIMIT 1`

/** Returns the requests that belong to the journal. */
function listed(entries: readonly JournalEntry[] = []): readonly JournalEntry[] {
  return entries.filter(({ isListed }) => isListed !== false)
}

/** Deletes the requests of a journal that exceed its limits (decision 67). */
async function trim(tx: Queryable, board: string, latest: number): Promise<void> {
  await tx.all('DELETE FROM journal WHERE board_id = ? AND number <= ?', [board, latest - JOURNAL_MAX])
  const [sum] = await tx.all<{ bytes: number }>(`SELECT sum(${SIZE}) AS bytes FROM journal WHERE board_id = ?`, [board])
  if (Number(sum?.bytes) > JOURNAL_BYTES_MAX) await tx.all(SHORTEN, [board, board])
}

/** Returns the columns of a request. */
function toRow(board: string, number: number, entry: JournalEntry) {
  const { time, ordinal, method, route, path, query, status, size, duration, requestId, drawn, changed } = entry
  return {
    board_id: board,
    number,
    time,
    ordinal,
    method,
    route,
    path,
    query,
    status,
    size,
    duration,
    request_id: requestId,
    drawn: JSON.stringify(drawn),
    changed: JSON.stringify(changed),
  }
}

function toEntry({ drawn, changed, hints, ...row }: Row): NumberedEntry {
  return {
    ...row,
    isClaimable: hints !== null,
    hintsTaken: hints ?? 0,
    drawn: JSON.parse(drawn) as string[],
    changed: JSON.parse(changed) as string[],
  }
}

/**
 * The first number of the failed write of a request. If the connection broke at the commit, the database has the request
 * nevertheless.
 */
const attempted = new WeakMap<JournalEntry, number>()

export function journalMethods(database: Database) {
  const { isOneOf } = database.dialect
  const read = `
    SELECT id, last_request_number AS "last", fault_restarts AS restarts,
      challenge_marks AS marks, challenge_restarts AS "challengeRestarts", ${settingOf('exercise')} AS exercise FROM board
    WHERE ${isOneOf('id', '?')} AND deleted_at IS NULL`
  /** Stores the last numbers and touches the boards. The default board has no `used_at`, so it never expires. */
  const update = `
    UPDATE board SET used_at = CASE WHEN used_at < ? THEN ? ELSE used_at END,
      last_request_number = coalesce((SELECT max(number) FROM journal WHERE board_id = board.id), last_request_number)
    WHERE ${isOneOf('id', '?')}`

  /** Leaves out the requests that a failed write has stored. Only this process numbers the requests of a board. */
  async function withoutStored(requests: ReadonlyMap<string, readonly JournalEntry[]>) {
    const tried = [...requests].flatMap(([board, entries]) =>
      entries.some((each) => attempted.has(each)) ? [board] : [],
    )
    if (tried.length === 0) return requests
    const boards = await database.all<Recorded>(read, [JSON.stringify(tried)])
    const isStored = (board: string, entry: JournalEntry) =>
      boards.some(({ id, last }) => id === board && last >= (attempted.get(entry) ?? Number.POSITIVE_INFINITY))
    return new Map([...requests].map(([board, entries]) => [board, entries.filter((each) => !isStored(board, each))]))
  }

  return {
    async recordRequests(given, now, exchangesMax = 0) {
      const requests = await withoutStored(given)
      const firsts = new Map<string, number>()
      const segments = new Map<string, Uint8Array | undefined>()
      for (const [board, entries] of requests) segments.set(board, await toSegment(listed(entries)))
      const recording = database.transaction(async (tx) => {
        const solved = new Map<string, SolvedNames>()
        const boards = await tx.all<Recorded>(read, [JSON.stringify([...requests.keys()])])
        const rows = boards.flatMap(({ id, last }) =>
          listed(requests.get(id)).map((request, index) => toRow(id, last + 1 + index, request)),
        )
        await insertRows(tx, 'journal', rows)
        await tx.all(update, [now, now, JSON.stringify(boards.map(({ id }) => id))])
        for (const { id, last, ...row } of boards) {
          const entries = listed(requests.get(id))
          if (entries.length > 0) firsts.set(id, last + 1)
          const exercise = parseExercise(row.exercise)
          const counting = { restarts: Number(row.restarts), exercise }
          const challenges = { exercise, marks: row.marks, restarts: Number(row.challengeRestarts) }
          const names = await recordMarks(tx, id, requests.get(id) ?? [], challenges)
          if (names !== undefined) solved.set(id, { restarts: challenges.restarts, names })
          await recordEffects(tx, id, entries, last + 1)
          await recordResponses(tx, id, entries, last + 1, counting, database.dialect)
          const latest = last + entries.length
          if (Math.floor(latest / TRIM_STEP) > Math.floor(last / TRIM_STEP)) await trim(tx, id, latest)
          await storeSegment(tx, id, segments.get(id), [last + 1, latest], exchangesMax)
        }
        return solved
      })
      recording.catch(() => {
        for (const [board, first] of firsts) for (const entry of requests.get(board) ?? []) attempted.set(entry, first)
      })
      return recording
    },

    async listRequests(board, { page, size, faulted, status, since }) {
      const conditions: [sql: string, ...params: (string | number)[]][] = [[LISTED, board, board]]
      if (faulted !== undefined) conditions.push([faulted ? "changed <> '[]'" : "changed = '[]'"])
      if (status !== undefined) conditions.push(['status = ?', status])
      if (since !== undefined) conditions.push(['time >= ?', since])
      const where = conditions.map(([sql]) => sql).join(' AND ')
      const params = conditions.flatMap(([, ...values]) => values)
      const rows = await database.all<Row & { total: number }>(
        `SELECT ${COLUMNS}, (SELECT count(*) FROM journal WHERE ${where}) AS total
         FROM journal WHERE ${where} ORDER BY number DESC LIMIT ? OFFSET ?`,
        [...params, ...params, size, page * size],
      )
      const [counted] =
        rows.length > 0
          ? rows
          : await database.all<{ total: number }>(`SELECT count(*) AS total FROM journal WHERE ${where}`, params)
      return {
        requests: rows.map(({ total: _, ...row }) => toEntry(row)),
        total: counted?.total ?? 0,
      }
    },

    async listRequestsAfter(board, number, max) {
      const rows = await database.all<Row>(LIST_AFTER, [board, board, number, max])
      return rows.map(toEntry)
    },

    async findRequest(board, requestId) {
      return database.readTransaction(async (state) => {
        const [row] = await state.all<Row>(FIND, [board, requestId])
        if (row === undefined) return undefined
        return { request: toEntry(row), exchange: await findExchange(state, board, Number(row.number)) }
      })
    },
  } satisfies JournalMethods
}
