import { drill } from '../../texts/en/drill.js'
import { lazyPart } from '../shell/lazy-part.js'

/** The content of the tab with the drill. */
export const DrillSlot = lazyPart(async () => (await import('../rare-parts.js')).DrillPanel, drill.loadFailed)
