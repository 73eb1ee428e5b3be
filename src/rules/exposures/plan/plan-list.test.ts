import t from 'tap'
import { exchangeOf, responseOf, shown } from '../../../../test/commands/suggest/recorded.js'
import type { RecordedExchange } from './exchange.js'

const page = (content: object[], others: object = {}) =>
  responseOf(200, { content, totalElements: content.length, pageSize: 20, ...others })
const MILK = { id: 5, title: 'Buy milk', priority: 'LOW' }
const PACK = { id: 9, title: 'Pack', description: 'No Milk?', priority: 'HIGH', dueDate: null }
const createOf = (title: string) => `POST /tasks {"title":"{run} ${title}","status":"TODO","priority":"LOW"}`
const createNoted = (title: string) =>
  `POST /tasks {"title":"{run} ${title}","status":"TODO","description":"No Milk?","priority":"HIGH"}`
const CREATED = `${createOf('Buy milk')} · ${createNoted('Pack')}`
const FOUND = `${createOf('milk')} · ${createNoted('Milk')}`
const IDS = '[{"$":"first/id"},{"$":"second/id"}]'
const ORDERED = `/content/*/id ${IDS} · /content/*/priority ["LOW","HIGH"]`
const REVERSED = `/content/*/id ${IDS} · /content/*/priority ["HIGH","LOW"]`
const UNORDERED = `/content/*/id {"sameItems":${IDS}}`
const ONE = '/content/*/id [{"$":"first/id"}] · /content/*/priority ["LOW"]'
const countOf = (count: number, pages = 1) =>
  `/totalElements ${count} · /totalPages ${pages} · /currentPage 0 · status 200`
const TWO = 'DELETE /tasks/{first/id} · DELETE /tasks/{second/id}'
const evidenceOf = (fault: string, ...expected: object[]) => ({
  evidence: { changed: [fault], expected: page(expected), difference: [] },
})

t.test('a test of a list creates what the list shows, and finds it alone', async (t) => {
  const long = 'x'.repeat(100)
  const cases: [exchange: RecordedExchange, plan: string][] = [
    [
      exchangeOf('GET v1/tasks', page([MILK, PACK])),
      `${CREATED} · GET /tasks?search={run} · ${ORDERED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?sort=priority&search=MILK&page=2&size=1', page([MILK, PACK], { totalElements: 9 })),
      `${FOUND} · GET /tasks?search={run}%20MILK&sort=priority&size=1 · ${ORDERED} · ${countOf(2, 2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?sort=title&search=milk', page([MILK, PACK])),
      `${FOUND} · GET /tasks?search={run}%20milk&sort=title · ${UNORDERED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?sort=title&direction=desc', page([PACK, MILK])),
      `${createNoted('Pack')} · ${createOf('Buy milk')} · GET /tasks?search={run}&sort=title&direction=desc · ${REVERSED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?sort=createdAt&status=TODO', page([MILK, PACK])),
      `${CREATED} · GET /tasks?search={run}&sort=createdAt&status=TODO · ${UNORDERED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?sort=id,desc', page([PACK, MILK])),
      `${CREATED} · GET /tasks?search={run}&sort=id,desc · ${REVERSED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?direction=desc', page([PACK, MILK], { pageSize: 1 })),
      `${CREATED} · GET /tasks?search={run}&direction=desc · ${REVERSED} · ${countOf(2, 2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks?search=xy&research=1', page([{ ...MILK, title: `${long}x` }])),
      `${createOf('xy')} · GET /tasks?search={run}%20xy&research=1 · ${ONE} · ${countOf(1)} · DELETE /tasks/{first/id}`,
    ],
    [
      exchangeOf('GET v1/tasks', page([{ ...MILK, title: `${long}x` }])),
      `${createOf(long)} · GET /tasks?search={run} · ${ONE} · ${countOf(1)} · DELETE /tasks/{first/id}`,
    ],
    [exchangeOf('GET v1/tasks', page([])), `GET /tasks?search={run} · /content/*/id [] · ${countOf(0, 0)}`],
    [exchangeOf('GET v1/tasks?search=no', page([MILK]), { isHidden: true }), 'GET /tasks?search=no · status 200'],
    [exchangeOf('GET v1/tasks?search=no', responseOf(200, {})), 'GET /tasks?search=no · status 200'],
    [
      exchangeOf('GET v1/tasks', page([MILK, { id: 4, title: 'Old' }]), evidenceOf('search-case', MILK)),
      `POST /tasks {"title":"{run} Old","status":"TODO"} · ${createOf('Buy milk')} · GET /tasks?search={run} · ${ONE} · ${countOf(1)} · DELETE /tasks/{other/id} · DELETE /tasks/{first/id}`,
    ],
    [
      exchangeOf('GET v1/tasks', page([MILK]), evidenceOf('stale-read', MILK, PACK)),
      `${createOf('Buy milk')} · GET /tasks?search={run} · ${createNoted('Pack')} · GET /tasks?search={run} · ${ORDERED} · ${countOf(2)} · ${TWO}`,
    ],
    [
      exchangeOf('GET v1/tasks', page([]), evidenceOf('stale-read')),
      `GET /tasks?search={run} · /content/*/id [] · ${countOf(0, 0)}`,
    ],
  ]
  for (const [exchange, plan] of cases) {
    t.equal(shown(exchange).replaceAll(/\S+ TIME · /g, ''), plan, exchange.path)
  }
})
