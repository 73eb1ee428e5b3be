import type { Test } from 'tap'
import { asTrainer } from '../classroom/training/class.js'
import { EVERY_SECOND } from '../classroom/training/learner.js'
import { startListening } from '../kit/raw-http.js'
import { visit } from './browser.js'

/** Starts a service with a class, and opens its page with the trainer secret. */
export async function openClass(
  t: Test,
  context: object = {},
  options: object = {},
  { names = ['Ada', 'Grace'], exercise = {} } = {},
) {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 50 }, ...options })
  const { json: created } = await service.send('POST /classes', {
    json: { name: 'Testing APIs', names, fixture: 'demo', exercise: { faults: EVERY_SECOND, ...exercise } },
  })
  const trainer = asTrainer(service, created)
  const page = await visit(t, `${service.origin}/class/`, { acceptDownloads: true, ...context })
  await page.getByTestId('trainer-secret').fill(trainer.token)
  await page.getByTestId('sign-in').click()
  await page.getByTestId('learner').nth(1).waitFor()
  const row = (name: string) => page.getByTestId('learner').filter({ hasText: name })
  /** Sends a request to buggy through the board of a learner, and claims that the response has mixed dates. */
  async function claim(index: number, id: string, fault = 'date-mix') {
    await trainer.onBoard(index, 'GET /api/buggy/tasks/1', { headers: { 'x-request-id': id }, unchecked: true })
    await trainer.onBoard(index, 'POST /claims', { json: { requestId: id, fault } })
    await service.app.flushLogs()
  }
  return { service, ...trainer, page, row, claim }
}
