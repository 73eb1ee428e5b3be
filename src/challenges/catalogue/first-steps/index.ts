import type { Challenge } from '../../challenge.js'
import { boardSummary } from './board-summary.js'
import { deleteTask } from './delete-task.js'
import { firstComment } from './first-comment.js'
import { firstList } from './first-list.js'
import { firstTask } from './first-task.js'
import { locationFollowed } from './location-followed.js'
import { ownRequestId } from './own-request-id.js'
import { readContract } from './read-contract.js'
import { readTask } from './read-task.js'
import { replaceTask } from './replace-task.js'

export const FIRST_STEPS: readonly Challenge[] = [
  firstList,
  readTask,
  firstTask,
  locationFollowed,
  replaceTask,
  deleteTask,
  boardSummary,
  firstComment,
  ownRequestId,
  readContract,
]
