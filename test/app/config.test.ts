import t from 'tap'
import { warnOfRemoved } from '../../src/app/config.js'
import { SECRETS } from '../../src/app/config-secrets.js'
import { flagOf, type Setting } from '../../src/app/setting.js'
import { REMOVED_SETTINGS, SETTINGS } from '../../src/app/settings.js'
import { DEFAULTS, read } from './read-config.js'
import { ID, RIGHT } from './right-settings.js'

const ALL_SETTINGS = Object.values<Setting>(SETTINGS)

const SETTING_NAMES = ALL_SETTINGS.map(({ name }) => name)

t.test('configuration: without settings, the defaults apply', async (t) => {
  t.strictSame(read([]), DEFAULTS)
  t.strictSame(read([], { PATH: '/bin', port: '1', NODE_ENV: 'production' }), DEFAULTS)
})

t.test('configuration: an empty variable counts as not set', async (t) => {
  const names = [...SETTING_NAMES, ...Object.values(SECRETS).map(({ name }) => name)]
  const env = Object.fromEntries([...names, 'JWT_SECRET_FILE', 'ACCOUNTS_FILE'].map((name) => [name, '']))
  t.strictSame(read([], env), DEFAULTS)
})

t.test('configuration: every variable is read', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    t.strictSame(read([], { [name]: value }), { ...read([]), ...expected }, `${name}=${value}`)
  }
  t.strictSame([...new Set(RIGHT.map(([name]) => name))].sort(), [...SETTING_NAMES].sort())
})

t.test('configuration: carriage returns and byte order marks of files of settings do not count', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    t.strictSame(read([], { [name]: `\ufeff${value}\r\n` }), { ...read([]), ...expected }, `${name}=${value}`)
  }
  t.strictSame(read([], { PORT: '\r' }), DEFAULTS, 'an empty value')
})

t.test('configuration: every variable has a flag, and flags take precedence', async (t) => {
  for (const [name, value, expected] of RIGHT) {
    const other = RIGHT.find((right) => right[0] === name && right[1] !== value)?.[1] ?? value
    const wanted = { ...read([]), ...expected }
    t.strictSame(read([`--${flagOf(name)}=${value}`], { [name]: other }), wanted, `--${flagOf(name)}=${value}`)
    t.strictSame(read([`--${flagOf(name)}`, value]), wanted, `--${flagOf(name)} ${value}`)
  }
})

t.test('removed settings have no effect, and one warning names those that are set', async (t) => {
  const env = Object.fromEntries(REMOVED_SETTINGS.map((name) => [name, 'wrong']))
  t.strictSame(read(['--cache-size=512'], env), DEFAULTS)
  t.equal(
    warnOfRemoved({ SNAPSHOT_MAX: '64' }, { CACHE_SIZE: '0', BOARD_COMMENTS: '' }),
    'These settings do not exist any more and have no effect: CACHE_SIZE, SNAPSHOT_MAX',
  )
  t.equal(warnOfRemoved({}, { BOARD_COMMENTS: ' ' }), undefined)
})

t.test('configuration: --board-port can be repeated', async (t) => {
  const boardPorts = [
    { id: ID, port: 3001 },
    { id: ID, port: 3002 },
    { id: ID, port: 3003 },
  ]
  const args = [`--board-port=${ID}=3001`, '--board-port', `${ID}=3002,${ID}=3003`]
  t.strictSame(read(args, { BOARD_PORT: 'wrong' }).boardPorts, boardPorts)
})

t.test('configuration: a flag takes precedence even over an invalid variable', async (t) => {
  t.equal(read(['--port', '8080'], { PORT: 'wrong' }).port, 8080)
})

t.test('configuration: flags are the names of the variables in kebab case', async (t) => {
  t.equal(flagOf('PORT'), 'port')
  t.equal(flagOf('ACCESS_TOKEN_TTL'), 'access-token-ttl')
})

t.test('configuration: a flag for true or false needs no value', async (t) => {
  t.equal(read(['--demo-data']).demoData, true)
  t.equal(read(['--demo-data', '--port=1']).demoData, true)
  t.equal(read(['--demo-data=false'], { DEMO_DATA: 'true' }).demoData, false)
  t.equal(read(['--demo-data', 'false']).demoData, false)
})
