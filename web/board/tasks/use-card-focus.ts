import { useLayoutEffect, useRef } from 'preact/hooks'
import { isFocusLost } from '../../shared/browser/focus.js'
import type { Address } from './use-address.js'

/**
 * Keeps the focus on the board when a card changes its column, or disappears. It stays on the card, or moves to the next
 * card of the column. Call it when the columns are rendered.
 */
export function useCardFocus(): void {
  // Now, before the cards change.
  const before = findFocused()
  useLayoutEffect(() => {
    if (before === undefined || !isFocusLost()) return
    focusCard(findCard(before.id) ?? cardAt(before), before.control)
  })
}

/**
 * Moves the focus to a card when its dialog has closed, and the dialog has returned it to nothing: a link has opened it, or
 * the card has disappeared meanwhile. Then it is that of the next card.
 *
 * @param opened what the dialog shows; `undefined` without a dialog
 */
export function useReturnedFocus(opened: Address['opened']): void {
  const last = useRef<{ opened: Address['opened']; place: Place | undefined }>({ opened: undefined, place: undefined })
  useLayoutEffect(() => {
    const { opened: closed, place } = last.current
    if (opened === undefined && closed !== undefined && isFocusLost()) {
      focusCard(closed === 'new' ? undefined : (findCard(closed) ?? cardAt(place)))
    }
    last.current = { opened, place: placeOf(findCard(opened)) }
  }, [opened])
}

/** The place of a card when it was last seen. */
interface Place {
  column: Element | null | undefined
  index: number
}

function placeOf(card: Element | null): Place | undefined {
  const column = card?.closest('.column')
  if (card === null || !column) return undefined
  return { column, index: [...column.querySelectorAll('.task')].indexOf(card) }
}

/** Returns the card that is now at a place, or the last one of the column. */
function cardAt(place: Place | undefined): Element | undefined {
  const cards = place?.column?.querySelectorAll('.task') ?? []
  return cards[Math.min(place?.index ?? 0, cards.length - 1)]
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
