import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createProgress } from '../../../src/commands/grade/progress.js'
import * as results from './results.js'

const RUN = { ...results.RUN, seconds: 1.25, requests: 3 }

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
  await progress.end('three', 'error', { ...RUN, isLimited: true }, 'hidden')
  await progress.end('three', 'error', { ...RUN, requests: 0 }, 'hidden')
  await progress.end('four', 'error', RUN, 'hidden')
  progress.clear()
  t.strictSame(chunks, [
    ' 0/12  failed  correct-board (1.3 s, exit code 1, 3 requests)\n',
    ' 1/12  found   one (1.3 s, stopped at the time limit, 1 request)\n',
    ' 2/12  unrelated  two (1.3 s, exit code 0, 3 requests): it failed, although the defect had changed nothing\n',
    ' 2/12  missed  two (1.3 s, exit code 0, 3 requests; once more, alone, because the first run failed, although the defect had changed nothing)\n',
    ' 3/12  error   three (1.3 s, exit code 0, 3 requests): it hit a rate limit (429)\n',
    ' 3/12  error   three (1.3 s, exit code 0, 0 requests; once more, alone, because the first run hit a rate limit (429)): it failed without a request to the board\n',
    ' 4/12  error   four (1.3 s, exit code 0, 3 requests): it wrote no report that can be read\n',
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
  await progress.end(
    'a-defect',
    'found',
    { ...RUN, requestLog: 'GET /api/v1/tasks (200, request 1 of the run)\n' },
    'three',
  )
  const others = chunks.filter((chunk) => !chunk.includes('requests'))
  t.strictSame(others, ['one\n', 'two\n', 'three\n'])
  t.strictSame(readdirSync(outputFolder).sort(), [
    'a-defect-2.log',
    'a-defect.log',
    'correct-board-1.log',
    'correct-board-2.log',
  ])
  t.equal(readFileSync(join(outputFolder, 'correct-board-2.log'), 'utf8'), 'two')
  const logged = readFileSync(join(outputFolder, 'a-defect-2.log'), 'utf8')
  t.equal(logged, 'three\n\nGET /api/v1/tasks (200, request 1 of the run)\n')
  const unwritable = createProgress({ stream, isVerbose: false, outputFolder: '/dev/null' })
  await t.rejects(unwritable.end('correct-board', undefined, RUN, ''), {
    message: /^Cannot write \/dev\/null\/correct-board-1\.log: ENOTDIR/,
  })
  await unwritable.end('control-run', undefined, RUN, '')
  await unwritable.end('a', 'found', RUN, '')
  t.match(chunks.at(-1), /^Cannot write \/dev\/null\/a\.log: ENOTDIR.*\n$/, 'the grade goes on')
})
