import t from 'tap'
import { atomicityRules } from './store/contract/atomicity-rules.js'
import { boardRules } from './store/contract/board-rules.js'
import { contentRules } from './store/contract/content-rules.js'
import { defectRules } from './store/contract/defect-rules.js'
import { faultPlanRules } from './store/contract/fault-plan-rules.js'
import { searchRules } from './store/contract/search-rules.js'
import { roomsContract } from './store.js'

roomsContract(t, searchRules, atomicityRules, faultPlanRules, defectRules, boardRules, contentRules)
