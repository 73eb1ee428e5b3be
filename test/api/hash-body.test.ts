import t from 'tap'
import { hashBody } from '../../src/api/recorder/hash-body.js'

t.test('a repeated request can have the members of objects in another order, also in lists', async (t) => {
  const hash = (body: string) => hashBody(Buffer.from(body))
  const same = hash('{"title":"A","items":[{"text":"one","done":true},2]}')
  t.equal(hash('{ "items": [{ "done": true, "text": "one" }, 2], "title": "A" }'), same)
  t.not(hash('{"title":"A","items":[2,{"text":"one","done":true}]}'), same)
  t.not(hash('{"title":"A","items":[{"text":"two","done":true},2]}'), same)
})
