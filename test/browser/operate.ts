import type { Locator, Page } from 'playwright-core'

/** The value of a text field, whether a box is checked, or the chosen option of a list. */
type Value = string | boolean | { option: string }

/**
 * Operates elements of a page by their test ids, one after the other.
 *
 * @param steps a test id is clicked; an object has values of fields by their test ids
 */
export async function operate(page: Page | Locator, ...steps: (string | Record<string, Value>)[]): Promise<void> {
  for (const step of steps) {
    if (typeof step === 'string') await page.getByTestId(step).click()
    else for (const [testId, value] of Object.entries(step)) await setValue(page.getByTestId(testId), value)
  }
}

async function setValue(field: Locator, value: Value): Promise<void> {
  if (typeof value === 'string') await field.fill(value)
  else if (typeof value === 'boolean') await field.setChecked(value)
  else await field.selectOption(value.option)
}
