import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import * as limits from '../../src/contract/limits.js'
import { SESSIONS_MAX } from '../../src/rooms/board/sessions.js'

const mebibytes = (bytes: number) => `${bytes / limits.MEBIBYTE} MiB`
const count = (number: number) => number.toLocaleString('en-US')

/** The start of a row, and what its limit names. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'comments of a board': [count(limits.BOARD_COMMENTS)],
  'failed logins': [`${limits.LOGIN_FAILURES} per minute`],
  'size of a snapshot': [`${limits.SNAPSHOT_MEBIBYTES} MiB`, `${2 * limits.SNAPSHOT_MEBIBYTES} MiB`],
  'claims of a board': [count(limits.CLAIMS_MAX)],
  'log of requests': [mebibytes(limits.LOG_BYTES_MAX), count(limits.LOG_MAX), count(limits.LOG_PATH_MAX)],
  'attempts to join': [`${limits.JOIN_FAILURES} per minute`],
  'response bodies': [mebibytes(limits.RESPONSES_BYTES_MAX), `${limits.SMALL_RESPONSE_BYTES_MAX / 1024} KiB`],
  'event streams': [count(limits.STREAMS_MAX), `${limits.STREAMS_PER_ADDRESS}`],
  'events that wait': [`${limits.STREAM_BYTES_MAX / 1024} KiB`],
  'time in which a client reads': [`${limits.UNREAD_MILLISECONDS / 1000} s`],
  'connections to': [count(limits.CONNECTIONS_MAX)],
  'pipelined requests': [String(limits.PIPELINED_MAX)],
  'JSON bodies that wait': [mebibytes(limits.WAITING_BYTES_MAX)],
  'uploads that wait': [mebibytes(limits.UPLOADS_BYTES_MAX)],
  'rows of a board': [mebibytes(limits.BOARD_ROWS_BYTES_MAX)],
  'sessions of a board': [count(SESSIONS_MAX)],
}

t.test('the pages name the limits of the service', async (t) => {
  const pages = ['hosting', 'stores'].map((page) =>
    readFileSync(join(import.meta.dirname, `../../docs/${page}.md`), 'utf8'),
  )
  const lines = pages.join('').split('\n')
  for (const [start, values] of Object.entries(ROWS)) {
    const row = lines.find((line) => line.startsWith(`| ${start}`)) ?? ''
    for (const value of values) t.ok(row.includes(value), `${start}: ${value}`)
  }
})
