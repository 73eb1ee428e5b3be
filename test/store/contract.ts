import type { Test } from 'tap'
import { atomicityRules } from './contract/atomicity-rules.js'
import { attachmentRules } from './contract/attachment-rules.js'
import { boardRules } from './contract/board-rules.js'
import { classRules } from './contract/class-rules.js'
import { closingRules } from './contract/closing-rules.js'
import { columnRules } from './contract/column-rules.js'
import { commentRules } from './contract/comment-rules.js'
import { contentRules } from './contract/content-rules.js'
import { defectRules } from './contract/defect-rules.js'
import { faultPlanRules } from './contract/fault-plan-rules.js'
import { journalRules } from './contract/journal-rules.js'
import { jsonRules } from './contract/json-rules.js'
import { listRules } from './contract/list-rules.js'
import { revisionRules } from './contract/revision-rules.js'
import { scanRules } from './contract/scan-rules.js'
import { searchRules } from './contract/search-rules.js'
import { sessionRules } from './contract/session-rules.js'
import type { OpenStore, Rule } from './contract/shared.js'
import { taskRules } from './contract/task-rules.js'
import { trainingRules } from './contract/training-rules.js'

/** The tests that every implementation of the store must pass. */
export function storeContract(t: Test, open: OpenStore): void {
  const rule: Rule = (title, test) => {
    t.test(title, async (t) => {
      const store = await open(t)
      t.teardown(() => store.close())
      await test(t, store)
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
  revisionRules(rule)
  boardRules(rule)
  contentRules(rule)
  journalRules(rule)
  trainingRules(rule)
  classRules(rule)
  closingRules(rule)
}
