import t from 'tap'
import { parseInTurn } from '../../../src/api/editions/parse-in-turn.js'
import type { Json } from '../../../src/contract/json.js'

t.test('long texts are parsed in different turns of the event loop', async (t) => {
  let turn = 0
  let counter = setImmediate(function count() {
    turn++
    counter = setImmediate(count)
  })
  const long = JSON.stringify('x'.repeat(300_000)) as Json<string>
  const turns = await Promise.all(
    [long, long, long].map(async (text) => {
      t.equal((await parseInTurn(text)).length, 300_000)
      return turn
    }),
  )
  clearImmediate(counter)
  t.equal(new Set(turns).size, 3)
})
