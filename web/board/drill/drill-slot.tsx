import { Failure } from '../../shared/service/failure.js'
import { drill as texts } from '../../texts/en/drill.js'
import { useLazyPart } from '../shell/use-lazy-part.js'
import type { DrillPanelProps } from './drill-panel.js'

const load = async () => (await import('../rare-parts.js')).DrillPanel

/** The content of the tab with the drill, which is loaded when it is shown first. */
export function DrillSlot({ isShown, ...props }: DrillPanelProps & { isShown: boolean }) {
  const { Part, failure } = useLazyPart<DrillPanelProps>(isShown, load, texts.loadFailed)
  return (
    <>
      <Failure failure={failure} />
      {Part && <Part {...props} />}
    </>
  )
}
