import { useLayoutEffect } from 'preact/hooks'
import { isFocusLost } from '../shared/focus.js'

/**
 * Keeps the focus on the board when a card changes its column, or disappears. It stays on the card, or moves to the next
 * card of the column. Call it when the columns are rendered.
 */
export function useCardFocus(): void {
  // Now, before the cards change.
  const before = findFocused()
  useLayoutEffect(() => {
    if (before === undefined || !isFocusLost()) return
    const { id, control, column, index } = before
    const cards = column?.querySelectorAll('.task') ?? []
    const card = findCard(id) ?? cards[Math.min(index, cards.length - 1)]
    focusCard(card, control)
  })
}

/** Moves the focus to a card, or, if it does not exist, to the button that creates a task. */
export function focusCard(card: Element | null | undefined, control = '.task-title', options?: FocusOptions): void {
  const target = card?.querySelector<HTMLElement>(control) ?? document.querySelector<HTMLElement>('#new-task')
  target?.focus(options)
}

/** Returns the card of a task; `null` if it is not shown. */
export function findCard(id: string | number | undefined): HTMLElement | null {
  return document.querySelector(`.task[data-task-id="${id}"]`)
}

/** Returns the card with the focus, its column and its index. "Show more" is behind the last card. */
function findFocused() {
  const focused = document.activeElement
  const card = focused?.closest<HTMLElement>('.task')
  const column = focused?.closest('.column')
  if (!card && !focused?.matches('.column > button')) return undefined
  const cards = [...(column?.querySelectorAll('.task') ?? [])]
  return {
    id: card?.dataset.taskId,
    control: focused?.matches('.handle') ? '.handle' : '.task-title',
    column,
    index: card ? cards.indexOf(card) : cards.length,
  }
}
