/** A table and the columns of its primary key. */
export interface Table {
  name: string
  key: readonly string[]
}

/** The tables with content, each after the tables that it references. */
export const TABLES: readonly Table[] = [
  { name: 'class', key: ['id'] },
  { name: 'board', key: ['id'] },
  { name: 'run', key: ['board_id', 'status', 'rank'] },
  { name: 'task', key: ['board_id', 'id'] },
  { name: 'comment', key: ['board_id', 'id'] },
  { name: 'attachment', key: ['board_id', 'id'] },
  { name: 'session', key: ['board_id', 'id'] },
  { name: 'refresh_token', key: ['board_id', 'hash'] },
  { name: 'journal', key: ['board_id', 'number'] },
  { name: 'exchange', key: ['board_id', 'first_number'] },
  { name: 'response', key: ['board_id', 'number'] },
  { name: 'claim', key: ['board_id', 'number'] },
  { name: 'fault_count', key: ['board_id', 'fault'] },
  { name: 'solved_challenge', key: ['board_id', 'challenge'] },
  { name: 'defect_effect', key: ['board_id', 'defect', 'effect'] },
]
