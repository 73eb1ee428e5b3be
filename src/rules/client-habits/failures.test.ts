import { type Case, cases, STOPPED } from '../../../test/kit/habits/cases.js'
import { failed, load, reset, seen } from '../../../test/kit/habits/requests.js'
import type { Observation } from './observation.js'

cases('failed-request', [
  ['500, repeated once', 'right', [failed(0), seen({ arrivedAt: 12 })], { proof: [0, 1] }],
  ['500 without a fault', 'right', [failed(0, { faults: [] }), seen({ arrivedAt: 12 })]],
  ['growing pauses', 'right', [failed(0), failed(110), failed(320), seen({ arrivedAt: 700 })], { proof: [0, 1, 2, 3] }],
  ['sent twice at the same time', 'wrong', [failed(0, { endedAt: 1000 }), seen({ arrivedAt: 899 })]],
  ['repeated a moment before the end', 'right', [failed(0, { endedAt: 1000 }), seen({ arrivedAt: 900 })]],
  ['the shortest pauses', 'right', [failed(0), failed(30), seen({ arrivedAt: 60 })]],
  ['the shortest equal pauses', 'wrong', [failed(0), failed(110), seen({ arrivedAt: 220 })]],
  ['pauses that differ as timers do at most', 'wrong', [failed(0), failed(210), seen({ arrivedAt: 424 })]],
  ['growing pauses, of a second and two', 'right', [failed(0), failed(1010), seen({ arrivedAt: 3020 })]],
  ['pauses that vary at random', 'right', [failed(0), failed(910), seen({ arrivedAt: 1220 })]],
  ['short pauses that may have grown', 'right', [failed(0), failed(60), seen({ arrivedAt: 120 })]],
  ['equal pauses', 'wrong', [failed(0), failed(1010), seen({ arrivedAt: 2020 })]],
  ['equal pauses of timers that are not exact', 'wrong', [failed(0), failed(213), seen({ arrivedAt: 423 })]],
  ['random pauses that are near each other', 'right', [failed(0), failed(510), seen({ arrivedAt: 1025 })]],
  [
    'equal pauses before a success, and then none',
    'right',
    [failed(0), failed(1010), failed(1030), seen({ arrivedAt: 2020 })],
  ],
  ['no pauses', 'wrong', [failed(0), failed(12), seen({ arrivedAt: 24 })]],
  ['a storm', 'wrong', Array.from({ length: 11 }, (_, index) => failed(index * index * 100))],
  ['ten attempts', 'right', Array.from({ length: 10 }, (_, index) => failed(index * index * 100))],
  [
    'sent often before',
    'right',
    [...load(-2000, 11, { target: failed(0).target }), failed(0), seen({ arrivedAt: 12 })],
  ],
  ['given up after two attempts', 'right', [failed(0), failed(500)]],
  ['never repeated', 'wrong', [failed(0), seen({ arrivedAt: 20, target: '/tasks?page=1&size=2' })]],
  ['never repeated, and the program ended', 'wrong', [failed(0)]],
  ['never repeated, but stopped', 'not-shown', [failed(0)], STOPPED],
  ['a reset read', 'right', [reset(0), seen({ arrivedAt: 100 })]],
  [
    'a lost response to a change',
    'right',
    [
      reset(0, { method: 'PUT', target: '/tasks/1', faults: ['lost-response'] }),
      seen({ arrivedAt: 100, method: 'PUT', target: '/tasks/1' }),
    ],
  ],
  ['an empty page', 'wrong', [seen({ arrivedAt: 0, faults: ['empty-response'] })]],
  ['a truncated page', 'right', [seen({ arrivedAt: 0, faults: ['truncated-body'] }), seen({ arrivedAt: 50 })]],
  [
    'an empty response to a change',
    'not-shown',
    [seen({ arrivedAt: 0, method: 'PUT', faults: ['slow-body', 'empty-response'] })],
  ],
])

const slow = (given: Partial<Observation> = {}) =>
  seen({ arrivedAt: 0, endedAt: 3000, faults: ['slow-response'], ...given })

cases('slow-response', [
  ['waited', 'right', [slow()]],
  ['a slow body', 'right', [slow({ faults: ['slow-body'] })]],
  [
    'disconnected, and repeated',
    'right',
    [slow({ endedAt: 1000, status: 499, isDisconnected: true }), seen({ arrivedAt: 1000 })],
    { proof: [0, 1] },
  ],
  ['disconnected', 'right', [slow({ endedAt: 1000, status: 499, isDisconnected: true })]],
  [
    'repeated a moment before the service saw the end',
    'right',
    [slow({ endedAt: 1000, status: 499, isDisconnected: true }), seen({ arrivedAt: 920 })],
  ],
  ['repeated while the first attempt ran', 'wrong', [slow(), seen({ arrivedAt: 250 })]],
  ['repeated a moment before the end', 'right', [slow(), seen({ arrivedAt: 2800 })]],
  ['sent twice at the same time', 'right', [slow(), seen({ arrivedAt: 5 })]],
  ['within the announced time', 'right', [slow({ deadline: 3000 })]],
  ['beyond the announced time', 'wrong', [slow({ deadline: 2000 })]],
  ['within the slack of the announced time', 'right', [slow({ deadline: 2000, endedAt: 2150 })]],
  ['stopped during the response', 'not-shown', [slow()], { endedAt: 3200, wasStopped: true }],
  ['stopped after the response', 'right', [slow()], { endedAt: 3201, wasStopped: true }],
  ['a storm', 'wrong', [slow(), ...Array.from({ length: 10 }, (_, index) => seen({ arrivedAt: 4000 + index * 100 }))]],
])

const broken = (fault: string, given: Partial<Observation> = {}) => seen({ arrivedAt: 0, faults: [fault], ...given })

cases('broken-content', [
  ...['malformed-json', 'wrong-content-type', 'html-error'].map(
    (fault): Case => [`${fault}, repeated`, 'right', [broken(fault), seen({ arrivedAt: 100 })], { proof: [0, 1] }],
  ),
  ['repeated, and then given up', 'right', [broken('html-error'), broken('html-error', { arrivedAt: 100 })]],
  ['not repeated, but success reported', 'wrong', [broken('malformed-json')], { claimsSuccess: true }],
  ['not repeated, and failure reported', 'not-shown', [broken('malformed-json')], { claimsSuccess: false }],
  ['not repeated, and nothing reported', 'not-shown', [broken('malformed-json')]],
  [
    'a create that the client did not repeat',
    'not-shown',
    [broken('html-error', { method: 'POST' })],
    { claimsSuccess: true },
  ],
  ['a storm', 'wrong', Array.from({ length: 11 }, (_, index) => broken('html-error', { arrivedAt: index * 100 }))],
])
