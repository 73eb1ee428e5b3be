import { Failure } from '../../shared/service/failure.js'
import { challenges as texts } from '../../texts/en/challenges.js'
import { useLazyPart } from '../shell/use-lazy-part.js'
import type { ChallengesPanelProps } from './challenges-panel.js'

const load = async () => (await import('../rare-parts.js')).ChallengesPanel

/** The content of the tab with the challenges, which is loaded when it is shown first. */
export function ChallengesSlot({ isShown, ...props }: ChallengesPanelProps & { isShown: boolean }) {
  const { Part, failure } = useLazyPart<ChallengesPanelProps>(isShown, load, texts.loadFailed)
  return (
    <>
      <Failure failure={failure} />
      {Part && <Part {...props} />}
    </>
  )
}
