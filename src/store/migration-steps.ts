import type { Dialect } from './database.js'
import { createChallengeTables, createClassTable } from './later-tables.js'

/**
 * The steps from an empty database to the current tables. A released step never changes: to change the tables, append
 * a step.
 *
 * Every key starts with the board, so that a board can be moved, dropped or partitioned as a whole. The row of a
 * board has the counters of its ids.
 */
export const STEPS: readonly ((types: Dialect['types'], dialect: Dialect) => string[])[] = [
  ({ integer, text, bytes }) => [
    `CREATE TABLE board (
      id ${text} PRIMARY KEY,
      revision ${integer} NOT NULL DEFAULT 0,
      last_task_id ${integer} NOT NULL DEFAULT 0,
      last_checklist_item_id ${integer} NOT NULL DEFAULT 0,
      last_comment_id ${integer} NOT NULL DEFAULT 0,
      last_attachment_id ${integer} NOT NULL DEFAULT 0,
      signing_key ${text},
      fault_seed ${integer},
      fault_ordinal ${integer} NOT NULL DEFAULT 0
    )`,
    // Status and priority are indices into the lists of their values, so that they sort in that order (decision 14).
    `CREATE TABLE task (
      board_id ${text} NOT NULL REFERENCES board (id) ON DELETE CASCADE,
      id ${integer} NOT NULL,
      title ${text} NOT NULL,
      description ${text},
      status ${integer} NOT NULL,
      priority ${integer} NOT NULL,
      due_date ${text},
      sort_order ${integer} NOT NULL,
      labels ${text} NOT NULL,
      checklist_items ${text} NOT NULL,
      created_at ${text} NOT NULL,
      updated_at ${text} NOT NULL,
      search_text ${text} NOT NULL,
      PRIMARY KEY (board_id, id)
    )`,
    'CREATE INDEX task_column ON task (board_id, status, sort_order, id)',
    `CREATE TABLE comment (
      board_id ${text} NOT NULL,
      id ${integer} NOT NULL,
      task_id ${integer} NOT NULL,
      text ${text} NOT NULL,
      created_at ${text} NOT NULL,
      updated_at ${text} NOT NULL,
      PRIMARY KEY (board_id, id),
      FOREIGN KEY (board_id, task_id) REFERENCES task (board_id, id) ON DELETE CASCADE
    )`,
    'CREATE INDEX comment_task ON comment (board_id, task_id, id)',
    `CREATE TABLE attachment (
      board_id ${text} NOT NULL,
      id ${integer} NOT NULL,
      task_id ${integer} NOT NULL,
      file_name ${text} NOT NULL,
      content_type ${text} NOT NULL,
      file_size_bytes ${integer} NOT NULL,
      uploaded_at ${text} NOT NULL,
      bytes ${bytes} NOT NULL,
      PRIMARY KEY (board_id, id),
      FOREIGN KEY (board_id, task_id) REFERENCES task (board_id, id) ON DELETE CASCADE
    )`,
    'CREATE INDEX attachment_task ON attachment (board_id, task_id, id)',
    // Ending a session deletes its row and its refresh tokens.
    `CREATE TABLE session (
      board_id ${text} NOT NULL REFERENCES board (id) ON DELETE CASCADE,
      id ${text} NOT NULL,
      username ${text} NOT NULL,
      expires_at ${text} NOT NULL,
      PRIMARY KEY (board_id, id)
    )`,
    'CREATE INDEX session_expiry ON session (board_id, expires_at)',
    `CREATE TABLE refresh_token (
      board_id ${text} NOT NULL,
      hash ${text} NOT NULL,
      session_id ${text} NOT NULL,
      expires_at ${text} NOT NULL,
      used ${integer} NOT NULL DEFAULT 0,
      PRIMARY KEY (board_id, hash),
      FOREIGN KEY (board_id, session_id) REFERENCES session (board_id, id) ON DELETE CASCADE
    )`,
    'CREATE INDEX refresh_token_session ON refresh_token (board_id, session_id)',
  ],
  ({ integer, text }) => [
    // The columns of private boards. A deleted board keeps its row until its content is swept.
    `ALTER TABLE board ADD COLUMN name ${text}`,
    `ALTER TABLE board ADD COLUMN owner_token_hash ${text}`,
    `ALTER TABLE board ADD COLUMN created_at ${text}`,
    `ALTER TABLE board ADD COLUMN used_at ${text}`,
    `ALTER TABLE board ADD COLUMN deleted_at ${text}`,
    // JSON, because the settings are only read and written as a whole.
    `ALTER TABLE board ADD COLUMN fault_settings ${text}`,
    `ALTER TABLE board ADD COLUMN last_request_number ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE journal (
      board_id ${text} NOT NULL REFERENCES board (id) ON DELETE CASCADE,
      number ${integer} NOT NULL,
      time ${text} NOT NULL,
      ordinal ${integer},
      method ${text} NOT NULL,
      route ${text},
      path ${text} NOT NULL,
      status ${integer} NOT NULL,
      duration ${integer} NOT NULL,
      request_id ${text} NOT NULL,
      drawn ${text} NOT NULL,
      changed ${text} NOT NULL,
      PRIMARY KEY (board_id, number)
    )`,
    // Sums the bytes of a board without reading the attachments.
    'CREATE INDEX attachment_size ON attachment (board_id, file_size_bytes)',
  ],
  ({ integer }) => [`ALTER TABLE board ADD COLUMN fault_restarts ${integer} NOT NULL DEFAULT 0`],
  // Replaces stored positions by runs and keys. `sql/lanes.ts` describes them.
  ({ integer, text, clustered }) => [
    `CREATE TABLE run (
      board_id ${text} NOT NULL REFERENCES board (id) ON DELETE CASCADE,
      status ${integer} NOT NULL,
      rank ${integer} NOT NULL,
      id ${integer} NOT NULL,
      length ${integer} NOT NULL,
      PRIMARY KEY (board_id, status, rank)
    ) ${clustered}`,
    'CREATE UNIQUE INDEX run_id ON run (board_id, status, id)',
    `INSERT INTO run (board_id, status, rank, id, length)
     SELECT board_id, status, sort_order / 128 * 1048576, sort_order / 128, count(*) FROM task
     GROUP BY board_id, status, sort_order / 128`,
    'DROP INDEX task_column',
    'ALTER TABLE task RENAME COLUMN sort_order TO sort_key',
    `ALTER TABLE task ADD COLUMN run_id ${integer} NOT NULL DEFAULT 0`,
    'UPDATE task SET run_id = sort_key / 128, sort_key = sort_key % 128 * 1048576',
    'CREATE INDEX task_column ON task (board_id, status, run_id, sort_key, id)',
  ],
  // Responses now contain the stored text. A loaded snapshot could have the fields in another order, and other fields.
  (_, { jsonElements }) => [
    `UPDATE task SET checklist_items = (
       SELECT concat('[', string_agg(
         concat('{"id":', value -> 'id', ',"text":', value -> 'text', ',"done":', value -> 'done', '}'), ','), ']')
       FROM ${jsonElements('checklist_items')})
     WHERE checklist_items <> '[]'`,
  ],
  // JSON: the names of the defects, each with its notes. NULL if the board has none.
  ({ text }) => [`ALTER TABLE board ADD COLUMN defects ${text}`],
  // The exercise is JSON; NULL if the board has none. A response can be claimed, `changed` lists its faults.
  ({ integer, text, clustered }) => [
    `ALTER TABLE board ADD COLUMN exercise ${text}`,
    `ALTER TABLE board ADD COLUMN last_claim_number ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE response (
      board_id ${text} NOT NULL REFERENCES board (id),
      number ${integer} NOT NULL,
      request_id ${text} NOT NULL,
      time ${text} NOT NULL,
      method ${text} NOT NULL,
      route ${text},
      status ${integer} NOT NULL,
      changed ${text} NOT NULL,
      PRIMARY KEY (board_id, number)
    ) ${clustered}`,
    'CREATE INDEX response_request_id ON response (board_id, request_id, number)',
    `CREATE TABLE claim (
      board_id ${text} NOT NULL REFERENCES board (id),
      number ${integer} NOT NULL,
      time ${text} NOT NULL,
      request ${integer},
      request_id ${text},
      fault ${text},
      defect ${text},
      comment ${text},
      is_right ${integer} NOT NULL,
      PRIMARY KEY (board_id, number)
    ) ${clustered}`,
    'CREATE INDEX claim_request ON claim (board_id, request)',
    'CREATE INDEX claim_defect ON claim (board_id, defect)',
    `CREATE TABLE fault_count (
      board_id ${text} NOT NULL REFERENCES board (id),
      fault ${text} NOT NULL,
      happened ${integer} NOT NULL,
      PRIMARY KEY (board_id, fault)
    ) ${clustered}`,
  ],
  createClassTable,
  // The latest grade of a test suite as JSON, and its time.
  ({ text }) => [`ALTER TABLE board ADD COLUMN grade ${text}`, `ALTER TABLE board ADD COLUMN graded_at ${text}`],
  // SQLite did not use this index, but updated it for each response. Claims read the newest responses first.
  () => ['DROP INDEX response_request_id'],
  // Counters, so that a write does not count the rows of its board.
  ({ integer }) => [
    `ALTER TABLE board ADD COLUMN comments ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE board ADD COLUMN attachment_bytes ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE board ADD COLUMN claims ${integer} NOT NULL DEFAULT 0`,
    `UPDATE board SET
       comments = (SELECT count(*) FROM comment WHERE board_id = board.id),
       attachment_bytes = (SELECT coalesce(sum(file_size_bytes), 0) FROM attachment WHERE board_id = board.id),
       claims = (SELECT count(*) FROM claim WHERE board_id = board.id)`,
  ],
  // How often each defect of a board has changed a response or a write, and the first such request as JSON.
  ({ integer, text, clustered }) => [
    `CREATE TABLE defect_effect (
      board_id ${text} NOT NULL REFERENCES board (id),
      defect ${text} NOT NULL,
      effect ${text} NOT NULL,
      requests ${integer} NOT NULL,
      first_request ${text} NOT NULL,
      PRIMARY KEY (board_id, defect, effect)
    ) ${clustered}`,
  ],
  // The exchanges of one write (evidence/segment.ts), what lists show of them, and the explanation of verdicts.
  ({ integer, text, bytes }) => [
    `CREATE TABLE exchange (
      board_id ${text} NOT NULL REFERENCES board (id),
      first_number ${integer} NOT NULL,
      last_number ${integer} NOT NULL,
      segment ${bytes} NOT NULL,
      PRIMARY KEY (board_id, first_number)
    )`,
    `ALTER TABLE journal ADD COLUMN query ${text}`,
    `ALTER TABLE journal ADD COLUMN size ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE claim ADD COLUMN explanation ${text}`,
  ],
  // The numbers of hints of responses and of boards, and what a claim counts, in quarters.
  ({ integer }) => [
    `ALTER TABLE response ADD COLUMN hints ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE board ADD COLUMN hints ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE claim ADD COLUMN credit ${integer} NOT NULL DEFAULT 4`,
  ],
  createChallengeTables,
  // Whether learners can join a class.
  ({ integer }) => [`ALTER TABLE class ADD COLUMN is_joinable ${integer} NOT NULL DEFAULT 1`],
  // Whether a learner has joined. Before, each learner with a personal code counted, also if it was only printed.
  ({ integer }) => [
    `ALTER TABLE board ADD COLUMN is_joined ${integer} NOT NULL DEFAULT 0`,
    'UPDATE board SET is_joined = 1 WHERE learner_code_hash IS NOT NULL',
  ],
  // Who serves the database. There is one row at most.
  ({ integer, text }) => [
    `CREATE TABLE owner (
      token ${text} NOT NULL PRIMARY KEY,
      host ${text} NOT NULL,
      process ${integer} NOT NULL,
      since ${text} NOT NULL
    )`,
  ],
  // The begun sequences of challenges have another form. They begin again.
  () => ['UPDATE board SET challenge_marks = NULL'],
  // The last run of the drill of a board, and its outcome, as JSON.
  ({ text }) => [`ALTER TABLE board ADD COLUMN drill ${text}`, `ALTER TABLE board ADD COLUMN drill_outcome ${text}`],
]
