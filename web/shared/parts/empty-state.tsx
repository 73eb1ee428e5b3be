import type { IconNode } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.js'

interface EmptyStateProps {
  icon: IconNode
  testId?: string
  /** Why there is nothing yet, and what to do. */
  children: ComponentChildren
}

/** A place that has no content yet. It says what to do. */
export function EmptyState({ icon, testId, children }: EmptyStateProps) {
  return (
    <div class="empty" data-testid={testId}>
      <Icon of={icon} />
      {children}
    </div>
  )
}
