import { fileURLToPath } from 'node:url'
import type { Databases } from '../boards/databases.js'
import type { Launch } from '../contestants/process.js'
import type { Observation } from './observation.js'

/** What a scenario needs to run. */
export interface ScenarioContext {
  round: number
  /** How long each situation is measured. */
  seconds: number
  isQuick: boolean
  /** The folder for temporary files. */
  folder: string
  databases: Databases
  observe(observation: Observation): void
  signal: AbortSignal
}

/** The requests per second to each target. A slow service must still be able to respond to all of them. */
export const TARGET_RATE = 100
/** The number of connections to each target. */
export const TARGET_CONNECTIONS = 50

export const CONTROL: Launch = {
  args: () => [fileURLToPath(new URL('control.mjs', import.meta.url))],
  env: {},
  path: '/',
}
