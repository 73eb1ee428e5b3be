import type { ClassBoard } from '../../../src/classroom/classes/schemas.js'
import type { Connection } from '../../shared/service/use-events.js'
import type { ClassFacts } from '../service/use-class-events.js'
import type { ProjectorAddress } from './use-projector-address.js'

/** What the projector and the cards show. */
export interface CoverProps {
  facts: ClassFacts
  learners: readonly ClassBoard[]
  connection: Connection
  address: ProjectorAddress
}
