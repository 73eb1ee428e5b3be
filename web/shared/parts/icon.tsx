import type { IconNode } from 'lucide'
import { h } from 'preact'

/**
 * An icon next to a text, which has the same meaning. Screen readers skip it.
 *
 * @param of the icon, from `icons.ts`
 */
export function Icon({ of }: { of: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}
