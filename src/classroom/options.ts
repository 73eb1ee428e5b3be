import type { FindOptions } from '../api/boards/find-board.js'
import type { ServerFaults } from '../api/buggy/settings.js'
import type { CrossOriginOptions } from '../http/cross-origin.js'
import type { Authority, AuthorityOptions } from './access.js'

export interface ManagementOptions extends CrossOriginOptions, FindOptions, AuthorityOptions {
  /** The maximum number of private boards. */
  boardsMax: number
  /** The name of the edition of the contract. */
  edition: string
  /** Whether the server has workflows. */
  hasWorkflows: boolean
  authority: Authority
  /** The fault settings of the server. */
  faults: ServerFaults
  /** The maximum size of a snapshot in bytes. */
  snapshotMax: number
  /** Chooses the seed of a fault plan. */
  chooseSeed: () => number
}

/** What the URLs and the expiry of a board depend on. */
export type DescribeOptions = Pick<ManagementOptions, 'publicUrl' | 'boardHost' | 'boardTtl'>
