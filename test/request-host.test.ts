import t from 'tap'
import { labelBelow, parseHost } from '../src/http/request-host.js'

t.test('hosts are parsed to names as URLs normalise them', async (t) => {
  for (const [host, name, port] of [
    ['localhost', 'localhost', undefined],
    ['Example.ORG:8443', 'example.org', 8443],
    ['localhost.:80', 'localhost', 80],
    ['127.0.0.1:3000', '127.0.0.1', 3000],
    ['[::1]:3000', '::1', 3000],
  ] as const) {
    t.strictSame(parseHost(host), { name, port }, host)
  }
})

t.test('text that is not a host has no name', async (t) => {
  for (const host of [
    '',
    'a b',
    'a/b',
    'user@host',
    'a,b',
    'a:b',
    'a:99999',
    'a:123456',
    '::1',
    '[::1',
    'a"b',
    'ä.example',
  ]) {
    t.equal(parseHost(host), undefined, host)
  }
})

t.test('the label before a domain does not depend on case, port and dots at the end', async (t) => {
  for (const [host, label] of [
    ['a.example.org', 'a'],
    ['A.Example.ORG.:8443', 'a'],
    ['a.b.example.org..', 'a.b'],
    ['.example.org', ''],
    ['a b.example.org:x', 'a b'],
    ['example.org', undefined],
    ['aexample.org', undefined],
    ['a.example.org.evil.example', undefined],
    ['[::1]:3000', undefined],
    ['', undefined],
  ] as const) {
    t.equal(labelBelow('example.org', host), label, host)
  }
})

t.test('the time to read a host is proportional to its length', async (t) => {
  const start = performance.now()
  labelBelow('localhost', `${'.'.repeat(1_000_000)}a`)
  labelBelow('localhost', `${':'.repeat(1_000_000)}]`)
  t.ok(performance.now() - start < 5000, 'quadratic time would be minutes')
})
