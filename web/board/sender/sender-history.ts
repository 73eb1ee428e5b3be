import { useStored } from '../../shared/browser/use-stored.js'
import { BASE_PATH } from '../../shared/service/base-path.js'
import { type Draft, withoutSecrets } from './draft.js'

/** The number of requests that the history keeps. */
const HISTORY_MAX = 20

/** The history of the request sender of this board, newest first. It contains no secrets. */
export function useHistory() {
  const [stored, store] = useStored<readonly Draft[]>(`sender ${BASE_PATH}`)
  const history = stored ?? []
  function add(draft: Draft): void {
    const entry = withoutSecrets(draft)
    const others = history.filter((other) => JSON.stringify(other) !== JSON.stringify(entry))
    store([entry, ...others].slice(0, HISTORY_MAX))
  }
  return { history, add, clear: () => store(undefined) }
}
