import { body, equals, expect, exposure, json, task } from '../build.js'
import type { Cases } from '../exposure.js'

const LOCATION = exposure(
  [
    {
      ...task(),
      expect: body(
        201,
        equals('header:location', '{basePath}/tasks/{task/id}', 'Location is the path of the new task'),
      ),
    },
  ],
  'task',
)

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
  'location-missing': LOCATION,
  'location-of-list': LOCATION,
}
