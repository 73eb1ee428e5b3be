import t from 'tap'
import { createStoredBoard } from '../../../test/rooms/board/board-store.js'
import { at } from '../../../test/rooms/store/contract/shared.js'
import { defineKind } from './items.js'
import {
  createSession,
  createSessionId,
  endSession,
  endSessions,
  findSession,
  renewSession,
  requireSigningKey,
  rotateSession,
  SESSIONS_MAX,
  signingKey,
} from './sessions.js'
import type { Fork } from './version.js'

/** Calls a function with a fork, which has the changes of the calls before. */
function openFork(): <Result>(work: (fork: Fork) => Result) => Result {
  const board = createStoredBoard()
  return (work) => board.write(work as never) as never
}

const login = (fork: Fork, now: number, lifetime = 100) => {
  const id = createSessionId(at(now))
  createSession(fork, id, { username: 'user', expiresAt: at(now + lifetime) }, at(now))
  return id
}

t.test('a refresh token of an earlier generation ends its session', async (t) => {
  const change = openFork()
  const id = change((fork) => login(fork, 0))
  const rotate = (generation: number, now: number) =>
    change((fork) => rotateSession(fork, { id, generation }, { expiresAt: at(now + 100), now: at(now) }))
  t.match(rotate(0, 1), { username: 'user', generation: 1 })
  t.match(rotate(1, 99), { generation: 2 })
  t.equal(rotate(0, 100), undefined)
  t.equal(rotate(2, 100), undefined, 'the session has ended')
})

t.test('an expired session cannot be continued, unless it was renewed', async (t) => {
  const change = openFork()
  const id = change((fork) => login(fork, 0))
  change((fork) => renewSession(fork, id, at(200)))
  change((fork) => renewSession(fork, 'unknown', at(200)))
  const unknown = change((fork) => findSession(fork, 'unknown'))
  t.equal(unknown, undefined)
  const rotate = (now: number) =>
    change((fork) => rotateSession(fork, { id, generation: 0 }, { expiresAt: at(now), now: at(now) }))
  t.equal(rotate(200), undefined)
  t.match(rotate(199), { generation: 1 })
  change((fork) => endSession(fork, id))
  const ended = change((fork) => findSession(fork, id))
  t.equal(ended, undefined)
})

t.test('a login ends the sessions that have expired, and the oldest one if there are too many', async (t) => {
  const change = openFork()
  const find = (id: string) => change((fork) => findSession(fork, id)) !== undefined
  const first = change((fork) => login(fork, 0))
  const expired = change((fork) => login(fork, 1))
  change((fork) => renewSession(fork, first, at(100_000)))
  change((fork) => {
    for (let count = 1; count < SESSIONS_MAX; count++) login(fork, 102)
  })
  t.notOk(find(expired), 'it does not stay behind one that was renewed')
  t.ok(find(first))
  const last = change((fork) => login(fork, 103))
  t.notOk(find(first))
  change(endSessions)
  t.notOk(find(last))
})

t.test('a refresh token of version 2 is exchanged once, and ends its session the second time', async (t) => {
  const change = openFork()
  const tokens = [
    { hash: 'used', expiresAt: at(50), isUsed: true },
    { hash: 'valid', expiresAt: at(100), isUsed: false },
  ]
  const value = { username: 'user', expiresAt: at(100), generation: 0, tokens }
  const restore = () => change((fork) => defineKind<typeof value>('session').put(fork, 'id', value))
  const exchange = (hash: string, now: number) =>
    change((fork) => rotateSession(fork, { hash }, { expiresAt: at(now + 100), now: at(now) }))
  change((fork) => login(fork, 0))
  restore()
  t.equal(exchange('unknown', 1), undefined)
  t.equal(exchange('valid', 100), undefined, 'it has expired')
  for (const hash of ['valid', 'used']) {
    restore()
    t.match(exchange('valid', 99), { id: 'id', username: 'user', generation: 1, expiresAt: at(199) })
    t.equal(exchange(hash, 1), undefined)
    const found = change((fork) => findSession(fork, 'id'))
    t.equal(found, undefined, hash)
  }
})

t.test('a board keeps the signing key that it got first', async (t) => {
  const change = openFork()
  t.equal(change(signingKey), undefined)
  for (const candidate of ['first', 'second']) {
    const key = change((fork) => requireSigningKey(fork, candidate))
    t.equal(key, 'first')
  }
})
