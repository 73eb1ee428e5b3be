import t from 'tap'
import { isLoopback, labelBelow, parseHost } from '../../src/http/request-target.js'

t.test('parses a Host header into a name and a port', async (t) => {
  const cases: [header: string, name: string, port?: number][] = [
    ['localhost', 'localhost'],
    ['localhost:3000', 'localhost', 3000],
    ['example.org:80', 'example.org', 80],
    ['Board.EXAMPLE.org', 'board.example.org'],
    ['example.org.', 'example.org'],
    ['example.org.:443', 'example.org', 443],
    ['my_host-1', 'my_host-1'],
    ['127.0.0.1:0', '127.0.0.1', 0],
    ['127.1', '127.0.0.1'],
    ['[::1]:3000', '::1', 3000],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[2001:DB8::A]', '2001:db8::a'],
  ]
  for (const [header, name, port] of cases) t.strictSame(parseHost(header), { name, port }, header)
})

t.test('refuses an invalid Host header', async (t) => {
  for (const header of [
    '',
    '.',
    ':3000',
    'a b',
    'a,b',
    'a/b',
    'a"b',
    'user@host',
    'localhost%00.example',
    'http://localhost',
    'localhost:x',
    'localhost:99999',
    'localhost:3000:3000',
    '::1',
    '[::1',
    '[127.0.0.1]',
    '[::1%25lo]',
    '999.0.0.1',
  ]) {
    t.equal(parseHost(header), undefined, header)
  }
})

t.test('recognises the names and addresses of this machine', async (t) => {
  for (const name of ['localhost', '127.0.0.1', '127.255.255.254', '::1']) t.equal(isLoopback(name), true, name)
  for (const name of ['127.0.0.1.example', '127.example', '0.0.0.0', '::', '10.0.0.1', 'localhost.example', '']) {
    t.equal(isLoopback(name), false, name)
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
