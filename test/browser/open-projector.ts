import type { Test } from 'tap'
import { openClass } from './open-class.js'

/** Starts a service with a class, and opens its projector. */
export async function openProjector(t: Test, context: object = {}, exercise: object = {}, options: object = {}) {
  const opened = await openClass(t, context, options, { names: ['Ada', 'Grace', 'Alan'], exercise })
  await opened.page.getByTestId('toggle-projector').click()
  // While nobody has joined, it shows how to join.
  await opened.page.getByTestId('join-qr').waitFor()
  return opened
}
