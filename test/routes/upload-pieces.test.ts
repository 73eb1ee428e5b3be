import t from 'tap'
import { multipart, NO_FAULTS } from '../helper.js'
import { request, startListening } from '../raw-http.js'

const SEGMENT = 1448

t.test('an upload that has arrived in pieces while it waited is read like any other', async (t) => {
  let fallAsleep = () => {}
  const asleep = new Promise<void>((resolve) => (fallAsleep = resolve))
  let wake = () => {}
  const awake = new Promise<void>((resolve) => (wake = resolve))
  const service = await startListening(t, {
    rates: { ...NO_FAULTS, 'slow-response': 1 },
    sleep: () => {
      fallAsleep()
      return awake
    },
  })
  const { id } = await service.createTask()
  const { headers, body } = multipart([
    { name: 'note', content: 'x'.repeat(20_000) },
    { fileName: 'first.txt', type: 'text/plain', content: 'first' },
    { name: 'more', content: 'y'.repeat(70_000) },
    { fileName: 'second.txt', type: 'text/css', content: 'second' },
  ])
  const data = request(`POST /api/buggy/tasks/${id}/attachments`, headers, body)
  const connection = await service.connect()
  for (let start = 0; start < data.length; start += SEGMENT) {
    connection.write(data.subarray(start, start + SEGMENT))
    await asleep
    await new Promise(setImmediate)
  }
  wake()
  const reply = await connection.answer()
  t.equal(reply?.status, 201)
  t.match(reply?.json, [
    { fileName: 'first.txt', contentType: 'text/plain' },
    { fileName: 'second.txt', contentType: 'text/css' },
  ])
})
