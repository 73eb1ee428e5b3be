import { type Json, parseJson } from '../../contract/json.js'

/** The length from which parsing and serialising a text takes milliseconds. */
const LONG_TEXT = 256 * 1024

/** Resolves when the next long text may be parsed. */
let turn = Promise.resolve()

/**
 * Parses JSON text of a known type. Each long text gets a turn of the event loop of its own, so that other requests do
 * not wait for several of them.
 */
export async function parseInTurn<T>(json: Json<T>): Promise<T> {
  if (json.length >= LONG_TEXT) {
    turn = turn.then(() => new Promise(setImmediate))
    await turn
  }
  return parseJson(json)
}
