import { send } from '../../shared/service/api.js'
import { BASE_PATH } from '../../shared/service/base-path.js'

interface Described {
  description: string
}

/** The parts of the OpenAPI document for learners that the page reads. */
interface TrainingDocument {
  components: {
    schemas: {
      ClaimInput: {
        properties: {
          fault: Described & {
            'x-enumDescriptions': Record<string, string>
            'x-enumGroups': Record<string, string[]>
          }
          defect: Described
        }
      }
    }
  }
}

/** The names and the words of exercises with their descriptions, in which backticks enclose code. */
export interface Terms {
  /** What can be claimed about a response, by name. */
  faults: Record<string, string>
  /** The names of the faults in groups, by the title of the group. */
  groups: Record<string, string[]>
  words: Record<'fault' | 'defect', string>
}

let known: Promise<Terms> | undefined

/**
 * Reads the descriptions from the OpenAPI document, once.
 *
 * @throws RequestFailed
 */
export function loadTerms(): Promise<Terms> {
  known ??= send<TrainingDocument>('GET', `${BASE_PATH}/training/openapi.json`).then(toTerms)
  // Another call tries again.
  known.catch(() => {
    known = undefined
  })
  return known
}

function toTerms({ components: { schemas } }: TrainingDocument): Terms {
  const { fault, defect } = schemas.ClaimInput.properties
  return {
    faults: fault['x-enumDescriptions'],
    groups: fault['x-enumGroups'],
    words: { fault: fault.description, defect: defect.description },
  }
}
