import { CLOSING, COMMA, OPENING, scanJson } from '../../http/parse-json.js'

/** The end of the text before the list of tasks. A quote inside a string has a backslash before it. */
const NAME = /[^\\]"tasks"\s*:\s*$/
const NAME_BYTES_MAX = 100

/**
 * Divides a snapshot into its tasks and the rest. So an invalid snapshot takes little memory: each task is parsed and
 * validated before the next one. `JSON.parse` of the whole cannot be interrupted when the memory runs out: the process ends.
 *
 * @param bytes a snapshot as JSON, valid or not
 * @param onTask receives the JSON text of each task. It may throw. If there are several lists, it receives their tasks too.
 * @returns the snapshot with an empty list of tasks
 */
export function splitTasks(bytes: Buffer, onTask: (text: Buffer) => void): Buffer {
  let [listStart, listEnd] = [0, 0]
  /** The start of a task, while the scanner is inside the list. */
  let start: number | undefined
  let depth = 0
  scanJson(bytes, (separator, at) => {
    if (separator === OPENING) {
      depth++
      if (depth !== 2 || !NAME.test(bytes.toString('latin1', Math.max(0, at - NAME_BYTES_MAX), at))) return
      listStart = at + 1
      listEnd = bytes.length
      start = listStart
      return
    }
    if (depth === 2 && start !== undefined) {
      const text = bytes.subarray(start, at)
      const isEmptyList = start === listStart && separator === CLOSING && text.toString('latin1').trim() === ''
      if (!isEmptyList) onTask(text)
      start = separator === COMMA ? at + 1 : undefined
      if (start === undefined) listEnd = at
    }
    if (separator === CLOSING) depth--
  })
  return Buffer.concat([bytes.subarray(0, listStart), bytes.subarray(listEnd)])
}
