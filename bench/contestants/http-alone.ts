/**
 * HTTP alone: the application of the service with its routes, hooks, validation and serialisation, but its store returns
 * constants. The difference from the floor is what the service does for a request before it asks a store.
 */
import { buildApp } from '../../src/app/app.js'
import type { Json } from '../../src/contract/json.js'
import type { Task } from '../../src/contract/schemas/task.js'
import { openStore } from '../../src/rooms/open-store.js'
import type { Response } from './process.js'

let text = '{}' as Json<Task>
let task: Task
process.on('message', ({ responses }: { responses?: readonly Response[] }) => {
  if (responses === undefined) return
  text = responses[0]?.body as Json<Task>
  task = JSON.parse(text)
  process.send?.({ responses: true })
})

const store = {
  ...(await openStore('sqlite::memory:')),
  getTask: async () => text,
  createTask: async () => task,
}
const app = await buildApp({ store })
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
