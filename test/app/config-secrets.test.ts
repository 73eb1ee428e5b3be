import { writeFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { DEFAULT_ACCOUNTS } from '../../src/api/auth/accounts.js'
import { type Config, readConfig } from '../../src/app/config.js'
import { ConfigurationError } from '../../src/app/setting.js'

const KEY = 'k'.repeat(32)
const ACCOUNTS = [
  { username: 'ada', password: 'engine-1843', role: 'ADMIN' },
  { username: 'grace', password: 'compiler-1952', role: 'USER' },
]

function read(env: NodeJS.ProcessEnv): Config {
  return readConfig({}, env)
}

/** Asserts that an environment is refused in one line that names the variable and gives no secret away. */
function assertRefused(t: Test, name: string, env: NodeJS.ProcessEnv, secrets: string[] = []): string {
  try {
    read(env)
  } catch (error) {
    const { message } = error as Error
    t.type(error, ConfigurationError)
    t.ok(message.startsWith(name), `'${message}' names ${name}`)
    t.notMatch(message, /[\r\n]/, `'${message}' is one line`)
    for (const secret of secrets) t.notOk(message.includes(secret), `'${message}' does not hold ${secret}`)
    return message
  }
  t.fail(`${JSON.stringify(env)} is accepted`)
  return ''
}

t.test('decision 30: JWT_SECRET is taken as it is', async (t) => {
  for (const secret of [KEY, ` ${KEY} `, 'ä'.repeat(16), '🔑'.repeat(8)]) {
    t.equal(read({ JWT_SECRET: secret }).jwtSecret, secret)
  }
})

t.test('configuration: a JWT_SECRET of fewer than 32 bytes is refused', async (t) => {
  for (const secret of ['short', 'x'.repeat(31), 'ä'.repeat(15), '🔑'.repeat(7)]) {
    const message = assertRefused(t, 'JWT_SECRET', { JWT_SECRET: secret }, [secret])
    t.equal(message, 'JWT_SECRET must be at least 32 bytes long')
  }
})

t.test('configuration: an ADMIN_TOKEN that cannot be sent, or can be guessed, is refused', async (t) => {
  for (const token of ['x'.repeat(15), `${'x'.repeat(8)} ${'x'.repeat(8)}`, `${'x'.repeat(16)}ä`]) {
    const message = assertRefused(t, 'ADMIN_TOKEN', { ADMIN_TOKEN: token }, [token])
    t.equal(message, 'ADMIN_TOKEN must be at least 16 printable ASCII characters without spaces')
  }
  for (const token of [`"${'x'.repeat(16)}"`, `'${'x'.repeat(16)}'`]) {
    const message = assertRefused(t, 'ADMIN_TOKEN', { ADMIN_TOKEN: token }, [token])
    t.equal(message, 'ADMIN_TOKEN must not be in quotes')
  }
  t.equal(read({ ADMIN_TOKEN: 'x'.repeat(16) }).adminToken, 'x'.repeat(16))
})

t.test('decision 29: ACCOUNTS replaces the accounts', async (t) => {
  t.strictSame(read({ ACCOUNTS: JSON.stringify(ACCOUNTS) }).accounts, ACCOUNTS)
  t.equal(read({}).accounts, DEFAULT_ACCOUNTS)
})

const [ada] = ACCOUNTS
const WRONG_ACCOUNTS: Record<string, string> = {
  'no JSON': 'ada:engine-1843:ADMIN',
  'JSON that is cut off': '[{"username":"ada","password":"engine-1843"',
  'an object': JSON.stringify(ada),
  'a string': '"engine-1843"',
  null: 'null',
  'a number': '5',
  'no account': '[]',
  'a list of strings': '["engine-1843"]',
  'a list of null': '[null]',
  'no username': JSON.stringify([{ ...ada, username: undefined }]),
  'no password': JSON.stringify([{ ...ada, password: undefined }]),
  'no role': JSON.stringify([{ ...ada, role: undefined }]),
  'an empty username': JSON.stringify([{ ...ada, username: '' }]),
  'an empty password': JSON.stringify([{ ...ada, password: '' }]),
  'a password that is too long': JSON.stringify([{ ...ada, password: 'engine-1843'.repeat(100) }]),
  'a null password': JSON.stringify([{ ...ada, password: null }]),
  'a password that is a list': JSON.stringify([{ ...ada, password: ['engine-1843'] }]),
  'a role in other case': JSON.stringify([{ ...ada, role: 'admin' }]),
  'a role in its authority form': JSON.stringify([{ ...ada, role: 'ROLE_ADMIN' }]),
  'a wrong second account': JSON.stringify([ada, { ...ada, username: 'grace', role: 'ROOT' }]),
  'an account named twice': JSON.stringify([ada, { ...ada, password: 'other', role: 'USER' }]),
}

t.test('configuration: invalid ACCOUNTS are refused, and no password is printed', async (t) => {
  const directory = t.testdir(WRONG_ACCOUNTS)
  for (const [name, value] of Object.entries(WRONG_ACCOUNTS)) {
    t.comment(name)
    assertRefused(t, 'ACCOUNTS', { ACCOUNTS: value }, ['engine-1843', 'other'])
    assertRefused(t, 'ACCOUNTS', { ACCOUNTS_FILE: `${directory}/${name}` }, ['engine-1843'])
  }
})

t.test('configuration: the error names the invalid account', async (t) => {
  const [first, second] = ACCOUNTS
  const accounts = JSON.stringify([first, { ...second, role: 'ROOT' }])
  t.equal(assertRefused(t, 'ACCOUNTS', { ACCOUNTS: accounts }), 'ACCOUNTS[1].role must be one of ADMIN, USER')
  t.equal(assertRefused(t, 'ACCOUNTS', { ACCOUNTS: '[{}]' }), 'ACCOUNTS[0].username must be a non-empty string')
  t.equal(assertRefused(t, 'ACCOUNTS', { ACCOUNTS: '[]' }), 'ACCOUNTS must be a JSON array with at least one account')
  const twice = JSON.stringify([first, first])
  t.equal(assertRefused(t, 'ACCOUNTS', { ACCOUNTS: twice }), 'ACCOUNTS must not contain a username twice')
  t.equal(assertRefused(t, 'ACCOUNTS', { ACCOUNTS: 'ada' }), 'ACCOUNTS must be valid JSON')
})

t.test('a configured password has at most 1,024 characters (decision 63)', async (t) => {
  const withPassword = (password: string) => JSON.stringify([{ ...ada, password }])
  const longest = '🔑'.repeat(1024)
  t.equal(read({ ACCOUNTS: withPassword(longest) }).accounts[0]?.password, longest)
  t.equal(
    assertRefused(t, 'ACCOUNTS', { ACCOUNTS: withPassword(`${longest}x`) }),
    'ACCOUNTS[0].password must be between 1 and 1024 characters',
  )
})

t.test('configuration: usernames that differ only in case are two accounts', async (t) => {
  const accounts = [ada, { ...ada, username: 'Ada' }]
  t.strictSame(read({ ACCOUNTS: JSON.stringify(accounts) }).accounts, accounts)
})

t.test('configuration: secrets come from files too, without the newline at their end', async (t) => {
  const directory = t.testdir({
    key: `${KEY}\n`,
    bare: KEY,
    accounts: `${JSON.stringify(ACCOUNTS, null, 2)}\r\n`,
  })
  t.equal(read({ JWT_SECRET_FILE: `${directory}/key` }).jwtSecret, KEY)
  t.equal(read({ JWT_SECRET_FILE: `${directory}/bare` }).jwtSecret, KEY)
  t.equal(read({ JWT_SECRET_FILE: `${directory}/key`, JWT_SECRET: '' }).jwtSecret, KEY, 'an empty variable')
  t.strictSame(read({ ACCOUNTS_FILE: `${directory}/accounts` }).accounts, ACCOUNTS)
})

t.test('configuration: byte order marks and line ends that programs of Windows leave in secrets do not count', (t) => {
  const directory = t.testdir({ key: `\ufeff${KEY}\r\n` })
  t.equal(read({ JWT_SECRET: `\ufeff${KEY}\r\n` }).jwtSecret, KEY)
  t.equal(read({ JWT_SECRET_FILE: `${directory}/key` }).jwtSecret, KEY)
  t.equal(read({ JWT_SECRET_FILE: `${directory}/key\r` }).jwtSecret, KEY)
  t.end()
})

t.test('configuration: a secret in a file that is not UTF-8 is refused', (t) => {
  const directory = t.testdir()
  const encodings: Record<string, Buffer> = {
    'UTF-16 with a byte order mark': Buffer.from(`\ufeff${KEY}`, 'utf16le'),
    'UTF-16 without a byte order mark': Buffer.from(KEY, 'utf16le'),
    'Latin-1': Buffer.from(`${KEY}ä`, 'latin1'),
  }
  for (const [name, bytes] of Object.entries(encodings)) {
    writeFileSync(`${directory}/key`, bytes)
    const message = assertRefused(t, 'JWT_SECRET_FILE', { JWT_SECRET_FILE: `${directory}/key` }, [KEY])
    t.equal(message, 'JWT_SECRET_FILE cannot be read: the file is not UTF-8 text', name)
  }
  t.end()
})

t.test('configuration: a secret in a file is checked like one in a variable', async (t) => {
  const directory = t.testdir({ short: 'a-short-secret\n', empty: '', newlines: '\n'.repeat(40) })
  for (const file of ['short', 'empty', 'newlines']) {
    assertRefused(t, 'JWT_SECRET', { JWT_SECRET_FILE: `${directory}/${file}` }, ['a-short-secret'])
  }
  assertRefused(t, 'ACCOUNTS', { ACCOUNTS_FILE: `${directory}/empty` })
})

t.test('configuration: a secret given twice, as a value and as a file, is refused', async (t) => {
  const directory = t.testdir({ key: KEY, accounts: JSON.stringify(ACCOUNTS) })
  const key = { JWT_SECRET: 'v'.repeat(32), JWT_SECRET_FILE: `${directory}/key` }
  t.equal(
    assertRefused(t, 'JWT_SECRET', key, [KEY, key.JWT_SECRET]),
    'JWT_SECRET and JWT_SECRET_FILE cannot both be set',
  )
  const accounts = { ACCOUNTS: JSON.stringify(ACCOUNTS), ACCOUNTS_FILE: `${directory}/accounts` }
  assertRefused(t, 'ACCOUNTS and ACCOUNTS_FILE', accounts, ['engine-1843'])
})

t.test('configuration: a file that cannot be read is refused', async (t) => {
  const directory = t.testdir({ folder: {} })
  for (const name of ['JWT_SECRET_FILE', 'ACCOUNTS_FILE']) {
    t.match(assertRefused(t, name, { [name]: `${directory}/missing` }), `${directory}/missing`)
    assertRefused(t, name, { [name]: `${directory}/folder` })
  }
})
