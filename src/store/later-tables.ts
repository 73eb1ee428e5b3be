import type { Dialect } from './database.js'

/**
 * Returns the statements that create the table of classes, whose settings apply to their boards instead of their own. The
 * exercise, the faults and the names of the defects are JSON.
 */
export function createClassTable({ integer, text, clustered }: Dialect['types']): string[] {
  return [
    `CREATE TABLE class (
      id ${text} NOT NULL PRIMARY KEY,
      name ${text} NOT NULL,
      secret_hash ${text} NOT NULL,
      join_code ${text} NOT NULL,
      created_at ${text} NOT NULL,
      expires_at ${text} NOT NULL,
      deleted_at ${text},
      revision ${integer} NOT NULL,
      is_frozen ${integer} NOT NULL,
      exercise ${text},
      fault_settings ${text},
      defects ${text} NOT NULL
    ) ${clustered}`,
    'CREATE UNIQUE INDEX class_join_code ON class (join_code)',
    `ALTER TABLE board ADD COLUMN class_id ${text} REFERENCES class (id)`,
    `ALTER TABLE board ADD COLUMN class_place ${integer}`,
    `ALTER TABLE board ADD COLUMN learner_code_hash ${text}`,
    'CREATE INDEX board_class ON board (class_id, class_place)',
  ]
}

/**
 * Returns the statements that create the table of the challenges that were solved on each board. The begun sequences of
 * those that are not solved yet are JSON.
 */
export function createChallengeTables({ integer, text, clustered }: Dialect['types']): string[] {
  return [
    `CREATE TABLE solved_challenge (
      board_id ${text} NOT NULL REFERENCES board (id),
      challenge ${text} NOT NULL,
      number ${integer} NOT NULL,
      time ${text} NOT NULL,
      request_id ${text} NOT NULL,
      PRIMARY KEY (board_id, challenge)
    ) ${clustered}`,
    `ALTER TABLE board ADD COLUMN last_challenge_number ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE board ADD COLUMN challenge_restarts ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE board ADD COLUMN challenge_marks ${text}`,
  ]
}
