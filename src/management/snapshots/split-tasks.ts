import { CLOSING, COMMA, OPENING, scanJson } from '../../http/parse-json.js'

/** The start of the list of tasks. A quote inside a string has a backslash before it. */
const LIST_START = /[^\\]"tasks"\s*:\s*\[$/
const LIST_START_BYTES_MAX = 100

/**
 * Divides a snapshot into its tasks and the rest. So an invalid snapshot takes little memory: each task is parsed and
 * validated before the next one. `JSON.parse` of the whole cannot be interrupted when the memory runs out: the process ends.
 *
 * @param bytes a snapshot as JSON, valid or not
 * @param readTask receives the JSON text of a task and its index. It may throw.
 * @returns what `readTask` has returned for each task of the last list, and the snapshot with an empty list
 */
export function splitTasks<Task>(bytes: Buffer, readTask: (text: Buffer, index: number) => Task) {
  let tasks: Task[] = []
  let [listStart, listEnd] = [0, 0]
  /** The start of a task, while the scanner is inside the list. */
  let start: number | undefined
  let depth = 0
  scanJson(bytes, (separator, at) => {
    if (separator === OPENING) {
      depth++
      const before = Math.max(0, at - LIST_START_BYTES_MAX)
      if (depth !== 2 || !LIST_START.test(bytes.toString('latin1', before, at + 1))) return
      tasks = []
      listStart = at + 1
      listEnd = bytes.length
      start = listStart
      return
    }
    if (depth === 2 && start !== undefined) {
      const text = bytes.subarray(start, at)
      const isEmptyList = start === listStart && separator === CLOSING && /^[ \t\r\n]*$/.test(text.toString('latin1'))
      if (!isEmptyList) tasks.push(readTask(text, tasks.length))
      start = separator === COMMA ? at + 1 : undefined
      if (start === undefined) listEnd = at
    }
    if (separator === CLOSING) depth--
  })
  return { tasks, rest: Buffer.concat([bytes.subarray(0, listStart), bytes.subarray(listEnd)]) }
}
