import t from 'tap'
import { startClass } from './class.js'

t.test('the addresses for learners have PUBLIC_URL, or else the host of the request', async (t) => {
  const { trainer } = await startClass(t, {}, { allowedHosts: ['board.test'] })
  const own = (await trainer('GET /addresses', { headers: { host: 'localhost:3000' } })).json
  t.strictSame(own, { url: 'http://localhost:3000', local: true, others: [] })
  const reached = (await trainer('GET /addresses', { headers: { host: 'board.test:3000' } })).json
  t.match(reached, { url: 'http://board.test:3000', local: false })
  t.equal((await trainer('GET /addresses', { token: 'wrong' })).status, 401)
  const proxied = await startClass(t, {}, { publicUrl: 'https://boards.example.org/lab' })
  t.match((await proxied.trainer('GET /addresses')).json, { url: 'https://boards.example.org/lab', local: false })
})
