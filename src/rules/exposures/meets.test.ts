import t from 'tap'
import type { Expectation, Matcher } from './exposure.js'
import { meets } from './meets.js'

const BODY = { id: 5, title: 'b', labels: ['b', 'a'], allow: 'GET, PUT', items: [{ id: 1 }, { id: 2 }] }

t.test('a response meets an expectation that refers to no other response', async (t) => {
  const response = (text: string | null) => ({ status: 200, headers: { allow: 'PUT,GET' }, body: { text, bytes: 0 } })
  const cases: [at: Expectation['at'], met: Matcher[], unmet: Matcher[]][] = [
    ['status', [{ equals: 200 }], [{ equals: 201 }, { equals: 199, plus: 1 }]],
    [
      'header:allow',
      [{ matches: 'PUT' }, { sameItems: ['GET', 'PUT'], split: ',' }],
      [{ equals: 'PUT' }, { matches: 'POST' }],
    ],
    ['header:location', [], [{ matches: '' }]],
    ['bytes', [], [{ equals: JSON.stringify(BODY) }]],
    ['/id', [{ equals: 5 }, { greaterThan: 4 }], [{ greaterThan: 5 }, { matches: '5' }, { equals: { $: 'task/id' } }]],
    ['/title', [{ equals: 'b' }], [{ equals: '{run}' }, { equals: 'x{task/id}' }]],
    [
      '/labels',
      [{ equals: ['b', 'a'] }, { sameItems: ['a', 'b'] }, { unique: true }],
      [{ equals: ['a', 'b'] }, { sameItems: ['a'] }],
    ],
    ['/items/*/id', [{ equals: [1, 2] }], [{ equals: [2, 1] }]],
    ['/items/0', [{ equals: { id: 1 } }], [{ unique: true }]],
    ['/title/*', [], [{ unique: true }]],
    ['/unknown/id', [], [{ matches: '' }]],
  ]
  for (const [at, ...matchers] of cases) {
    for (const [index, each] of matchers.entries()) {
      for (const is of each) {
        const isMet = meets({ at, is, because: '' }, response(JSON.stringify(BODY)))
        t.equal(isMet, index === 0, `${at} ${JSON.stringify(is)}`)
      }
    }
  }
  t.notOk(meets({ at: '/ids', is: { unique: true }, because: '' }, response('{"ids":[1,1]}')))
  for (const text of [null, '{"id":']) t.notOk(meets({ at: '/id', is: { equals: 5 }, because: '' }, response(text)))
})
