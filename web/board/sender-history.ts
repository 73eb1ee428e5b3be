import { redact, redactParameters } from '../../src/evidence/redact.js'
import { BASE_PATH } from '../shared/base-path.js'
import { TEXT_MAX } from '../shared/is-cut.js'
import { useStored } from '../shared/use-stored.js'
import type { Draft } from './draft.js'

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

/** Leaves out headers with secrets, and bodies that are long or that may have secrets which cannot be replaced. */
function withoutSecrets({ headers, path, text, ...draft }: Draft): Draft {
  const safe = headers.split('\n').filter((line) => {
    const [name = ''] = line.split(':')
    return !/cookie/i.test(name) && redactParameters(`${name}=x`) === `${name}=x`
  })
  const body = text.length > TEXT_MAX ? '' : (redact(text) ?? '')
  return { ...draft, path: redactParameters(path), headers: safe.join('\n'), text: body }
}
