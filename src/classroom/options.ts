import type { ServerFaults } from '../api/buggy/settings.js'
import type { Clock } from '../contract/time.js'
import type { CrossOriginOptions } from '../http/cross-origin.js'
import type { Authority } from './authority.js'
import type { DescribeOptions } from './boards/show.js'
import type { DescribeServiceOptions } from './service/show.js'

export interface ManagementOptions extends CrossOriginOptions, DescribeOptions, DescribeServiceOptions {
  /** The maximum number of private boards. */
  boardsMax: number
  /** Whether only clients on this machine can reach the service. */
  isLocal: boolean
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
