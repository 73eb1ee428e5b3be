import { useRef } from 'preact/hooks'
import type { TabName } from './panel-tabs.js'

/**
 * Returns the tab that the panel shows if the address names none: the challenges or the drill of the exercise. An exercise that
 * starts later does not change the tab in which the user is working.
 *
 * @param lead the tab that the exercise leads to; `undefined` if there is none
 */
export function useDefaultPanel(lead: TabName | undefined): TabName {
  const decided = useRef<{ lead: TabName | undefined; panel: TabName }>({ lead: undefined, panel: 'requests' })
  if (decided.current.lead !== lead) {
    const isWorking = document.activeElement?.closest('.panel-tabs') != null
    decided.current = { lead, panel: lead === undefined || isWorking ? 'requests' : lead }
  }
  return decided.current.panel
}
