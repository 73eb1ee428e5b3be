import { on, type Step } from './challenge.js'
import { tasksIn } from './look.js'
import type { Fields, Observed } from './observed.js'

/**
 * Creates the step of a challenge that reads a list.
 *
 * @param parameters the parameters in the request. `true` stands for any value.
 * @param when whether the tasks are those that the challenge asks for. By default, there must be one.
 */
export function onList(
  parameters: Readonly<Record<string, string | true>>,
  when: (tasks: Fields[], exchange: Observed) => boolean = (tasks) => tasks.length > 0,
): Step {
  const wanted = Object.entries(parameters)
  return on('GET /tasks', 200, (exchange) => {
    const isSent = wanted.every(
      ([name, value]) => exchange.query.has(name) && [true, exchange.query.get(name)].includes(value),
    )
    return isSent && when(tasksIn(exchange), exchange)
  })
}
