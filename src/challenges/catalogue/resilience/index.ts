import type { Challenge } from '../../challenge.js'
import { retryCreate } from './retry-create.js'
import { retryRead } from './retry-read.js'
import { timeOut } from './time-out.js'
import { timeOutAndRetry } from './time-out-and-retry.js'

export const RESILIENCE: readonly Challenge[] = [retryRead, retryCreate, timeOut, timeOutAndRetry]
