import type { ExpiryOptions } from '../api/boards/expiry.js'
import type { AddressOptions } from '../api/boards/find-board.js'
import type { ServerFaults } from '../api/buggy/settings.js'
import type { CrossOriginOptions } from '../http/cross-origin.js'
import type { Authority, AuthorityOptions } from './access.js'

export interface ManagementOptions extends CrossOriginOptions, AddressOptions, ExpiryOptions, AuthorityOptions {
  /** The maximum number of private boards. */
  boardsMax: number
  /** Whether the service refuses the default board. */
  boardsOnly: boolean
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
  /** The names of the hosts that the service accepts; `undefined` if it accepts all. */
  allowed: readonly string[] | undefined
}

/** What the URLs and the expiry of a board depend on. */
export type DescribeOptions = Pick<ManagementOptions, 'publicUrl' | 'boardHost' | 'boardTtl'>
