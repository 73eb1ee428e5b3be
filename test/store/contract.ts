import type { Test } from 'tap'
import type { Database } from '../../src/store/database.js'
import { openDatabase, openStore } from '../../src/store/open-store.js'
import { DEFAULT_BOARD } from '../../src/store/store.js'
import { TABLES } from '../../src/store/tables.js'
import { atomicityRules } from './contract/atomicity-rules.js'
import { attachmentRules } from './contract/attachment-rules.js'
import { boardRules } from './contract/board-rules.js'
import { challengeRules } from './contract/challenge-rules.js'
import { classRules } from './contract/class-rules.js'
import { closingRules } from './contract/closing-rules.js'
import { columnRules } from './contract/column-rules.js'
import { commentRules } from './contract/comment-rules.js'
import { contentRules } from './contract/content-rules.js'
import { defectRules } from './contract/defect-rules.js'
import { faultPlanRules } from './contract/fault-plan-rules.js'
import { hintRules } from './contract/hint-rules.js'
import { journalRules } from './contract/journal-rules.js'
import { jsonRules } from './contract/json-rules.js'
import { listRules } from './contract/list-rules.js'
import { rehearsalRules } from './contract/rehearsal-rules.js'
import { revisionRules } from './contract/revision-rules.js'
import { scanRules } from './contract/scan-rules.js'
import { searchRules } from './contract/search-rules.js'
import { sessionRules } from './contract/session-rules.js'
import type { Rule } from './contract/shared.js'
import { taskRules } from './contract/task-rules.js'
import { trainingRules } from './contract/training-rules.js'

/**
 * The tests that every implementation of the store must pass. The rules share one store: a new one for each would take
 * most of the time. Between them, another connection empties the database.
 *
 * @param url the URL of a database that is new, and outlives the store
 */
export async function storeContract(t: Test, url: string): Promise<void> {
  const store = await openStore(url)
  const database = await openDatabase(url, 'require')
  t.teardown(() => Promise.all([store.close(), database.close()]))
  const rule: Rule = (title, test) => {
    t.test(title, async (t) => {
      await empty(database)
      store.changes.emit('change', [], 'deleteClass')
      await test(t, store)
    })
  }
  const closingRule: Rule = (title, test) => {
    rule(title, async (t) => {
      // It serves the database until then.
      await store.close()
      await test(t, await openStore(url))
    })
  }
  taskRules(rule)
  columnRules(rule)
  listRules(rule)
  jsonRules(rule)
  searchRules(rule)
  scanRules(rule)
  commentRules(rule)
  attachmentRules(rule)
  atomicityRules(rule)
  sessionRules(rule)
  faultPlanRules(rule)
  defectRules(rule)
  challengeRules(rule)
  revisionRules(rule)
  boardRules(rule)
  contentRules(rule)
  journalRules(rule)
  trainingRules(rule)
  hintRules(rule)
  classRules(rule)
  rehearsalRules(rule, database)
  closingRules(closingRule)
}

/** Deletes everything, so that the database is as new. */
async function empty(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { name } of TABLES.toReversed()) await tx.all(`DELETE FROM ${name}`)
    await tx.all('INSERT INTO board (id) VALUES (?)', [DEFAULT_BOARD])
  })
}
