import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { readFileParts } from '../../../src/api/tasks/file-parts.js'
import { holdBytes, releaseBytes } from '../../../src/api/tasks/upload-memory.js'
import { MEBIBYTE } from '../../../src/contract/limits.js'
import { multipart } from '../../kit/helper.js'

const createRequest = () => new IncomingMessage(new Socket())

t.test('uploads wait while all hold too much, except the first and the small ones (decision 61)', async (t) => {
  const [first, second, third] = [createRequest(), createRequest(), createRequest()]
  const continued: string[] = []
  await holdBytes(first, 20 * MEBIBYTE)
  await holdBytes(second, 12 * MEBIBYTE)
  // The share of each is a third of 32 MiB.
  await holdBytes(third, 10 * MEBIBYTE)
  const waits = [
    holdBytes(third, 11 * MEBIBYTE).then(() => continued.push('third')),
    holdBytes(second, 13 * MEBIBYTE).then(() => continued.push('second')),
  ]
  await holdBytes(first, 48 * MEBIBYTE)
  t.strictSame(continued, [])
  releaseBytes(first)
  await Promise.all(waits)
  t.strictSame(continued.sort(), ['second', 'third'])
  for (const request of [second, third]) releaseBytes(request)
})

t.test('other work runs while a large upload is parsed', async (t) => {
  const { body, headers } = multipart([{ fileName: 'a', content: Buffer.alloc(8 * MEBIBYTE, 'x') }])
  const request = createRequest()
  let start = 0
  request._read = () => {
    request.complete = start >= body.length
    request.push(request.complete ? null : body.subarray(start, start + 65_536))
    start += 65_536
  }
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const [file] = await readFileParts(request, headers['content-type'])
  isDone = true
  releaseBytes(request)
  t.equal(file?.size, 8 * MEBIBYTE)
  t.ok(turns >= 8 * 16, `${turns} turns of the event loop`)
})
