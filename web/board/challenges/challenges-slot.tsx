import { challenges } from '../../texts/en/challenges.js'
import { lazyPart } from '../shell/lazy-part.js'

/** The content of the tab with the challenges. */
export const ChallengesSlot = lazyPart(
  async () => (await import('../rare-parts.js')).ChallengesPanel,
  challenges.loadFailed,
)
