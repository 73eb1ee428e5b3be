import { useEffect } from 'preact/hooks'
import type { PanelName } from './panel-tabs.js'
import { showFromTop } from './show-from-top.js'

/**
 * Shows the tab that a link names, such as `#challenges`, when the page is loaded. On phones, it is below the columns.
 *
 * @param panel the name in the address
 */
export function useNamedTab(isLoaded: boolean, panel: PanelName | undefined): void {
  useEffect(() => {
    const isNamed = panel !== undefined && panel !== 'requests'
    if (isLoaded && isNamed) showFromTop(document.querySelector('[role=tab][aria-selected=true]'))
  }, [isLoaded])
}
