import { useRef } from 'preact/hooks'
import type { TabName } from './panel-tabs.js'

/**
 * Returns the tab that the panel shows if the address names none: the challenges if the exercise has some. An exercise that
 * starts later does not change the tab in which the user is working.
 *
 * @param hasLead whether the exercise has challenges
 */
export function useDefaultPanel(hasLead: boolean): TabName {
  const decided = useRef<{ hasLead: boolean; panel: TabName }>({ hasLead: false, panel: 'requests' })
  if (decided.current.hasLead !== hasLead) {
    const isWorking = document.activeElement?.closest('.panel-tabs') != null
    decided.current = { hasLead, panel: hasLead && !isWorking ? 'challenges' : 'requests' }
  }
  return decided.current.panel
}
