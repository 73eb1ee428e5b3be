import type { AddressOptions } from '../api/boards/find-board.js'
import type { ServerFaults } from '../api/buggy/settings.js'
import type { Creators } from '../contract/schemas/enumerations.js'
import type { Clock } from '../contract/time.js'
import type { CrossOriginOptions } from '../http/cross-origin.js'
import type { Authority } from './access.js'

export interface ManagementOptions extends CrossOriginOptions, AddressOptions {
  /** The maximum number of private boards. */
  boardsMax: number
  /** The time in seconds after which an unused board expires. */
  boardTtl: number
  /** Who may create private boards. */
  creators: Creators
  /** Whether the service refuses the default board. */
  boardsOnly: boolean
  /** The name of the edition of the contract. */
  edition: string
  /** Whether the server has workflows. */
  hasWorkflows: boolean
  authority: Authority
  clock: Clock
  /** The fault settings of the server. */
  faults: ServerFaults
  /** The maximum size of a snapshot in bytes. */
  snapshotMax: number
  /** Chooses the seed of a fault plan. */
  chooseSeed: () => number
  /** The names of the hosts that the service accepts; `undefined` if it accepts all. */
  allowed: readonly string[] | undefined
}

/** What the URLs and the expiry of a board depend on. */
export type DescribeOptions = Pick<ManagementOptions, 'publicUrl' | 'boardHost' | 'boardTtl'>
