import t from 'tap'
import { atomicityRules } from './store/contract/atomicity-rules.js'
import { attachmentRules } from './store/contract/attachment-rules.js'
import { boardRules } from './store/contract/board-rules.js'
import { closingRules } from './store/contract/closing-rules.js'
import { columnRules } from './store/contract/column-rules.js'
import { commentRules } from './store/contract/comment-rules.js'
import { contentRules } from './store/contract/content-rules.js'
import { defectRules } from './store/contract/defect-rules.js'
import { dryRunRules } from './store/contract/dry-run-rules.js'
import { faultPlanRules } from './store/contract/fault-plan-rules.js'
import { jsonRules } from './store/contract/json-rules.js'
import { listRules } from './store/contract/list-rules.js'
import { scanRules } from './store/contract/scan-rules.js'
import { searchRules } from './store/contract/search-rules.js'
import { taskRules } from './store/contract/task-rules.js'
import { roomsContract } from './store.js'

roomsContract(
  t,
  ...[taskRules, columnRules, listRules, jsonRules, searchRules, scanRules, commentRules, attachmentRules],
  ...[
    atomicityRules,

    faultPlanRules,
    defectRules,
    boardRules,
    contentRules,
    dryRunRules,
    closingRules,
  ],
)
