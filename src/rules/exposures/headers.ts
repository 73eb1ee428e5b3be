import { body, expect, exposure, json, task } from './build.js'
import type { Cases, Matcher } from './exposure.js'

/** What the header `Location` of a new task is. */
const location = (is: Matcher, because: string) =>
  exposure([{ ...task(), expect: body(201, expect('header:location', is, because)) }])

export const HEADERS: Cases = {
  'allow-lists-all-methods': exposure([
    {
      send: { method: 'PATCH', path: '/tasks' },
      expect: [
        ...json(405),
        expect(
          'header:allow',
          { sameItems: ['GET', 'HEAD', 'POST', 'DELETE'], split: ', ' },
          'Allow lists the methods of the path',
        ),
      ],
    },
  ]),
  'location-missing': location({ matches: '.' }, 'a new task has Location'),
  'location-of-list': location({ equals: '{basePath}/tasks/{task/id}' }, 'Location is the path of the new task'),
}
