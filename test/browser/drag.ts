import type { Locator } from 'playwright-core'
import type { Test } from 'tap'
import { waitForEqual } from './wait-for.js'

/**
 * Drags a card, and drops it when the page shows where it goes: before another card, or at the end of the column of a
 * heading. A busy page shows it late, and the marker moves what is below it.
 */
export async function drag(t: Test, card: Locator, target: Locator): Promise<void> {
  const page = card.page()
  // The page loads the library for dragging after the cards.
  await card.and(page.locator('[draggable=true]')).hover()
  await page.mouse.down()
  const isMarked = async () => {
    const { x = 0, y = 0 } = (await target.boundingBox()) ?? {}
    // A pointer that is held still sends no events here, so it moves until the page has seen the drag.
    for (const below of [20, 10, 4]) await page.mouse.move(x + 30, y + below)
    return target.evaluate((element) => {
      const marker = element.closest('[data-testid^=column-]')?.querySelector('[data-testid=insertion]')
      const next = marker?.nextElementSibling
      return element.matches('h2') ? next === null : next?.contains(element) === true
    })
  }
  await waitForEqual(t, isMarked, true, 'a marker shows where the card goes')
  await page.mouse.up()
}
