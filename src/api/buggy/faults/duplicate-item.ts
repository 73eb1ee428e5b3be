import { isPage } from '../../../contract/bodies.js'
import type { Fault } from '../fault.js'

export const duplicateItem: Fault = {
  name: 'duplicate-item',
  part: 'content',
  scope: 'lists of tasks with a task',
  effect: 'The page has one of its tasks twice. Its page counts are correct.',
  addsContent: true,
  after({ body }, draw) {
    const task = isPage(body) ? body.content[draw.index('task', body.content.length)] : undefined
    if (!isPage(body) || task === undefined) return false
    body.content.splice(draw.index('place', body.content.length + 1), 0, structuredClone(task))
    return true
  },
}
