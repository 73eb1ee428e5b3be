import t, { type Test } from 'tap'
import { JSON_TYPE, type ListeningService, request, startListening } from './raw-http.js'

/** The path that the attacks use. */
export const TASKS = '/api/v1/tasks'

/**
 * Registers a test that attacks a service with one task that has a comment. The test fails if the attack changes stored
 * data, or if the service no longer responds.
 */
export function attackTest(title: string, attack: (t: Test, service: ListeningService) => Promise<void>): void {
  t.test(title, async (t) => {
    const service = await startListening(t)
    const { id } = await service.createTask({ title: 'Kept' })
    await service.send(`POST ${TASKS}/${id}/comments`, { json: { text: 'Kept' } })
    const list = async () => (await service.exchange(request(`GET ${TASKS}`))).bytes.toString()
    const before = await list()
    await attack(t, service)
    t.equal(await list(), before, 'stored data is unchanged')
  })
}

/** Builds a request that creates a task from a body. */
export function postTask(body: string | Buffer, headers = {}): Buffer {
  return request(`POST ${TASKS}`, { ...JSON_TYPE, ...headers }, body)
}
