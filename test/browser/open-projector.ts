import t, { type Test } from 'tap'
import { asTrainer } from '../classroom/training/class.js'
import { EVERY_SECOND } from '../classroom/training/learner.js'
import { startListening } from '../kit/raw-http.js'
import { startBrowser } from './browser.js'

const openPage = await startBrowser(t)

/** Starts a service with a class, and opens its projector. */
export async function openProjector(t: Test, context: object = {}, exercise: object = {}, options: object = {}) {
  const service = await startListening(t, { sleep: async () => {}, streams: { roundInterval: 50 }, ...options })
  const { json: created } = await service.send('POST /classes', {
    json: {
      name: 'Testing APIs',
      names: ['Ada', 'Grace', 'Alan'],
      fixture: 'demo',
      exercise: { faults: EVERY_SECOND, ...exercise },
    },
  })
  const trainer = asTrainer(service, created)
  const visit = await openPage(t, service.origin, context)
  const { page } = visit
  await page.goto(`${service.origin}/class`)
  await page.getByTestId('trainer-secret').fill(trainer.token)
  await page.getByTestId('sign-in').click()
  await page.getByTestId('toggle-projector').click()
  // While nobody has joined, it shows how to join.
  await page.getByTestId('join-qr').waitFor()
  return { service, ...trainer, ...visit }
}
