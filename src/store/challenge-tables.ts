import type { Dialect } from './database.js'

/**
 * Returns the statements that create the table of the challenges that were solved on each board. The marks of those that
 * are not solved yet are JSON.
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
