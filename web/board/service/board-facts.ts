/** The attributes of the page, with which the service tells what the page shows before its first responses. */
const attributes: DOMStringMap = document.getElementById('page')?.dataset ?? {}

/** Whether the board is a private one, which has events and the operations of learners. */
export const IS_PRIVATE = attributes.requests !== undefined

/** What was known when the service sent the page. */
export const SENT = {
  /** The number of the latest request to the board. */
  requests: Number(attributes.requests ?? 0),
  hasExercise: attributes.exercise === 'set',
  isFrozen: attributes.frozen === 'true',
}
