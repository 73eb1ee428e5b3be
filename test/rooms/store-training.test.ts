import t from 'tap'
import { challengeRules } from './store/contract/challenge-rules.js'
import { classRules } from './store/contract/class-rules.js'
import { hintRules } from './store/contract/hint-rules.js'
import { logRules } from './store/contract/log-rules.js'
import { revisionRules } from './store/contract/revision-rules.js'
import { trainingRules } from './store/contract/training-rules.js'
import { roomsContract } from './store.js'

roomsContract(t, logRules, trainingRules, challengeRules, hintRules, classRules, revisionRules)
