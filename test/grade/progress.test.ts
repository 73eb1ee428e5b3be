import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createProgress } from '../../src/grade/progress.js'
import type { SuiteRun } from '../../src/grade/types.js'

const RUN: SuiteRun = {
  isPassed: true,
  exitCode: 0,
  signal: null,
  isTimedOut: false,
  seconds: 1.25,
  requests: 3,
  isLimited: false,
}

function record(isTTY: boolean, columns = 40) {
  const chunks: string[] = []
  const stream = { isTTY, columns, write: (text: string) => chunks.push(text) > 0 }
  return { chunks, stream: stream as unknown as NodeJS.WriteStream }
}

t.test('shows a line for each run', async (t) => {
  const { chunks, stream } = record(false)
  const progress = createProgress({ stream, isVerbose: false, outputFolder: undefined })
  progress.start(12)
  progress.begin('correct-board')
  await progress.end('correct-board', undefined, { ...RUN, isPassed: false, exitCode: 1 }, 'hidden')
  await progress.end('one', 'found', { ...RUN, isTimedOut: true, requests: 1 }, 'hidden')
  await progress.end('two', 'unrelated', RUN, 'hidden')
  await progress.end('two', 'missed', RUN, 'hidden')
  progress.clear()
  t.strictSame(chunks, [
    ' 0/12  failed  correct-board (1.3 s, exit code 1, 3 requests)\n',
    ' 1/12  found   one (1.3 s, stopped at the time limit, 1 request)\n',
    ' 2/12  unrelated  two (1.3 s, exit code 0, 3 requests)\n',
    ' 2/12  missed  two (1.3 s, exit code 0, 3 requests, once more and alone)\n',
  ])
})

t.test('on a terminal, one line of its width shows the current state', async (t) => {
  const { chunks, stream } = record(true)
  const progress = createProgress({ stream, isVerbose: false, outputFolder: undefined })
  progress.start(2)
  progress.begin('one')
  progress.begin('two')
  t.equal(chunks.at(-1), '\r\u001b[K0/2  found 0, missed 0  running: one, t')
  await progress.end('one', 'missed', RUN, '')
  t.equal(chunks.at(-1), '\r\u001b[K1/2  found 0, missed 1  running: two')
  progress.clear()
  t.equal(chunks.at(-1), '\r\u001b[K')
})

t.test('the output of runs is shown on request, and written to files', async (t) => {
  const { chunks, stream } = record(false)
  const outputFolder = t.testdir()
  const progress = createProgress({ stream, isVerbose: true, outputFolder })
  progress.start(1)
  await progress.end('correct-board', undefined, RUN, 'one\n')
  await progress.end('correct-board', undefined, RUN, 'two')
  await progress.end('a-defect', 'unrelated', RUN, '')
  await progress.end('a-defect', 'found', RUN, '')
  t.strictSame(
    chunks.filter((chunk) => !chunk.includes('requests')),
    ['one\n', 'two\n'],
  )
  t.strictSame(readdirSync(outputFolder).sort(), [
    'a-defect-2.log',
    'a-defect.log',
    'correct-board-1.log',
    'correct-board-2.log',
  ])
  t.equal(readFileSync(join(outputFolder, 'correct-board-2.log'), 'utf8'), 'two')
  const unwritable = createProgress({ stream, isVerbose: false, outputFolder: '/dev/null' })
  await t.rejects(unwritable.end('correct-board', undefined, RUN, ''), {
    message: /^Cannot write \/dev\/null\/correct-board-1\.log: ENOTDIR/,
  })
  await unwritable.end('a', 'found', RUN, '')
  t.match(chunks.at(-1), /^Cannot write \/dev\/null\/a\.log: ENOTDIR.*\n$/, 'the grade goes on')
})
