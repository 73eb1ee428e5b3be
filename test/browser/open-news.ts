import type { Test } from 'tap'
import { type BoardPageOptions, openBoard as openUsualBoard } from './board-page.js'

/** Celebrations and messages of the trainer stay until the test closes them: a busy test looks at them late. */
export const KEEP_NEWS = `
  const { setInterval } = window
  window.setInterval = (handler, milliseconds) => (milliseconds < 10_000 ? setInterval(handler, milliseconds) : undefined)
`

export const openBoard = (t: Test, options: BoardPageOptions = {}) =>
  openUsualBoard(t, { ...options, script: KEEP_NEWS })
