import t from 'tap'
import { startService } from '../../kit/helper.js'

t.test('the spelling of an address in X-Forwarded-For does not change its limit (decision 68)', async (t) => {
  const forwarded = {
    'with ports': (n: number) => `192.0.2.1:${5000 + n}`,
    'mapped to IPv6': (n: number) => ['192.0.2.1', '::ffff:192.0.2.1', '[::FFFF:c000:201]:80', '192.0.2.1:0'][n],
    'in one IPv6 network': (n: number) => `2001:db8::${n}`,
    'in brackets': (n: number) => `[2001:db8::${n}]`,
    'in brackets, with ports': (n: number) => `[2001:DB8:0::1]:${5000 + n}`,
    'with zones': (n: number) => `fe80::1%${n}`,
    garbage: (n: number) => 'x'.repeat(n),
    'garbage after an address': (n: number) => `192.0.2.1 ${n}`,
    'numbers out of range': (n: number) => `192.0.2.${256 + n}`,
    'garbage before an address': (n: number) => `unknown${n}, 192.0.2.1`,
    'a header of commas': (n: number) => ','.repeat(n),
  }
  for (const [what, spell] of Object.entries(forwarded)) {
    const service = await startService(t, { boardsPerHour: 3, trustProxy: true })
    const statuses = []
    for (let n = 0; n < 4; n++) {
      const { status } = await service.send('POST /boards', { headers: { 'x-forwarded-for': String(spell(n)) } })
      statuses.push(status)
    }
    t.strictSame(statuses, [201, 201, 201, 429], what)
    const other = await service.send('POST /boards', { headers: { 'x-forwarded-for': '192.0.2.2:5000' } })
    t.equal(other.status, 201, `${what}: another address has its own limit`)
  }
})

t.test('without an address in X-Forwarded-For, the limit is that of the proxy (decision 68)', async (t) => {
  const service = await startService(t, { boardsPerHour: 2, trustProxy: ['127.0.0.1', '192.0.2.9'] })
  const statusFor = async (forwarded: string) =>
    (await service.send('POST /boards', { headers: { 'x-forwarded-for': forwarded } })).status
  t.equal(await statusFor('unknown'), 201)
  t.equal(await statusFor('198.51.100.1, unknown'), 201, 'the entries before it are not from a proxy')
  t.equal(await statusFor('_hidden'), 429)
  t.equal(await statusFor('unknown, 192.0.2.9'), 201, 'another proxy')
  t.equal(await statusFor('198.51.100.1:80'), 201)
  t.equal(await statusFor('198.51.100.1'), 201)
  t.equal(await statusFor('spoofed, 198.51.100.1:81'), 429)
})
