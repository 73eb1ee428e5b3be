import { isPage } from '../../../contract/bodies.js'
import { faultsWith } from '../fault.js'

/** The faults that show a wrong state of the board, as caches and races do (decisions 149 and 151). */
export const content = faultsWith({ part: 'content' })({
  'stale-read': {
    scope: 'reads that were sent before, and have changed since',
    effect: 'The response shows the state before the last change.',
    needsHistory: true,
  },
  'duplicate-item': {
    scope: 'lists of tasks with a task',
    effect: 'The page has one of its tasks twice. Its page counts are correct.',
    addsContent: true,
    after({ body }, draw) {
      const task = isPage(body) ? body.content[draw.index('task', body.content.length)] : undefined
      if (!isPage(body) || task === undefined) return false
      body.content.splice(draw.index('place', body.content.length + 1), 0, structuredClone(task))
      return true
    },
  },
})
