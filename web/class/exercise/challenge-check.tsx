import type { ComponentChildren } from 'preact'

interface ChallengeCheckProps {
  isChosen: boolean
  onToggle(): void
  children: ComponentChildren
  'data-testid': string
}

/** The checkbox for a challenge, or for a path of challenges, of an exercise. */
export function ChallengeCheck({ isChosen, onToggle, children, 'data-testid': testId }: ChallengeCheckProps) {
  return (
    <label class="check">
      <input type="checkbox" name="challenges" checked={isChosen} onChange={onToggle} data-testid={testId} />
      {children}
    </label>
  )
}
