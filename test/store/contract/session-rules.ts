import { at, BOARD, type Rule, same } from './shared.js'

const WEEK = 7 * 24 * 3600

export function sessionRules(rule: Rule): void {
  const ada = { id: 'session-1', username: 'ada' }
  const token = (hash: string, expires = WEEK) => ({ hash, expiresAt: at(expires) })

  rule('finds a session until it ends, and other sessions continue (decision 33)', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.createSession(BOARD, { id: 'session-2', username: 'ada' }, token('b'), at(0))
    same(t, await store.findSession(BOARD, 'session-1'), { username: 'ada' })
    t.equal(await store.findSession(BOARD, 'session-3'), undefined)
    await store.endSession(BOARD, 'session-1')
    t.equal(await store.findSession(BOARD, 'session-1'), undefined)
    same(t, await store.findSession(BOARD, 'session-2'), { username: 'ada' })
    same(t, await store.rotateRefreshToken(BOARD, 'b', token('c'), at(1)), {
      id: 'session-2',
      username: 'ada',
    })
  })

  rule('rejects the refresh token of an ended session (decision 33)', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.endSession(BOARD, ada.id)
    await t.resolves(store.endSession(BOARD, ada.id), 'ending it again changes nothing')
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
  })

  rule('exchanges a refresh token for the next one repeatedly (decision 32)', async (t, store) => {
    await store.createSession(BOARD, ada, token('token-0'), at(0))
    for (let turn = 0; turn < 5; turn++) {
      const session = await store.rotateRefreshToken(BOARD, `token-${turn}`, token(`token-${turn + 1}`), at(turn))
      same(t, session, ada)
    }
    same(t, await store.findSession(BOARD, ada.id), { username: 'ada' })
  })

  rule('rejects an unknown refresh token without ending a session (decision 32)', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    for (const unknown of ['b', 'A', '']) {
      t.equal(await store.rotateRefreshToken(BOARD, unknown, token('c'), at(1)), undefined)
    }
    t.equal(await store.rotateRefreshToken(BOARD, 'c', token('d'), at(1)), undefined, 'the new token was not stored')
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('e'), at(1)), ada)
  })

  rule('accepts a refresh token until it expires (decision 32)', async (t, store) => {
    await store.createSession(BOARD, ada, token('a', 100), at(0))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(100)), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('b'), at(101)), undefined)
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('b', 200), at(99)), ada)
    same(t, await store.rotateRefreshToken(BOARD, 'b', token('c', 300), at(199)), ada)
  })

  rule('a renewed session expires later, and an ended one does not come back (decision 85)', async (t, store) => {
    const bob = { id: 'session-2', username: 'bob' }
    await store.createSession(BOARD, ada, token('a', 100), at(0))
    await store.createSession(BOARD, bob, token('b', 100), at(0))
    await store.renewSession(BOARD, ada.id, at(200))
    await store.createSession(BOARD, { id: 'session-3', username: 'eve' }, token('c'), at(150))
    same(t, await store.findSession(BOARD, ada.id), { username: 'ada' })
    t.equal(await store.findSession(BOARD, bob.id), undefined)
    await store.renewSession(BOARD, bob.id, at(300))
    t.equal(await store.findSession(BOARD, bob.id), undefined)
  })

  rule('presenting a used refresh token ends its session and no other (decision 32)', async (t, store) => {
    const bob = { id: 'session-2', username: 'bob' }
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.createSession(BOARD, bob, token('x'), at(0))
    await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('c'), at(2)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'b', token('d'), at(3)), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'c', token('d'), at(3)), undefined)
    same(t, await store.rotateRefreshToken(BOARD, 'x', token('y'), at(3)), bob)
  })

  rule('presenting a used and expired refresh token ends its session (decision 32)', async (t, store) => {
    await store.createSession(BOARD, ada, token('a', 100), at(0))
    await store.rotateRefreshToken(BOARD, 'a', token('b', 1000), at(50))
    t.equal(await store.rotateRefreshToken(BOARD, 'a', token('c'), at(200)), undefined)
    t.equal(await store.findSession(BOARD, ada.id), undefined)
    t.equal(await store.rotateRefreshToken(BOARD, 'b', token('d'), at(201)), undefined)
  })

  rule('exactly one of several concurrent refreshes with one token succeeds (decision 32)', async (t, store) => {
    for (const count of [2, 10]) {
      const session = { id: `session-of-${count}`, username: 'ada' }
      await store.createSession(BOARD, session, token(`token-of-${count}`), at(0))
      const results = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          store.rotateRefreshToken(BOARD, `token-of-${count}`, token(`next-${count}-${index}`), at(1)),
        ),
      )
      same(
        t,
        results.filter((result) => result !== undefined),
        [session],
      )
    }
  })

  rule('removes a session after its last refresh token has expired', async (t, store) => {
    const sessionOf = (id: string) => store.findSession(BOARD, id)
    await store.createSession(BOARD, { id: 'short', username: 'ada' }, token('a', 100), at(0))
    await store.createSession(BOARD, { id: 'refreshed', username: 'ada' }, token('b', 100), at(0))
    await store.rotateRefreshToken(BOARD, 'b', token('c', 200), at(50))
    await store.createSession(BOARD, { id: 'early', username: 'ada' }, token('d', 300), at(99))
    same(t, await sessionOf('short'), { username: 'ada' }, 'not before')
    await store.createSession(BOARD, { id: 'late', username: 'ada' }, token('e', 300), at(100))
    t.equal(await sessionOf('short'), undefined)
    for (const id of ['refreshed', 'early', 'late']) same(t, await sessionOf(id), { username: 'ada' }, id)
    await store.createSession(BOARD, { id: 'later', username: 'ada' }, token('f', 400), at(200))
    t.equal(await sessionOf('refreshed'), undefined)
  })

  rule('deleting all tasks ends no session', async (t, store) => {
    await store.createSession(BOARD, ada, token('a'), at(0))
    await store.deleteAllTasks(BOARD)
    same(t, await store.rotateRefreshToken(BOARD, 'a', token('b'), at(1)), ada)
  })

  rule('keeps the first signing key (decision 30)', async (t, store) => {
    const first = await Promise.all(['one', 'two', 'three'].map((key) => store.signingKey(BOARD, key)))
    t.equal(new Set(first).size, 1, 'concurrent callers get the same key')
    t.match(first[0], /^(one|two|three)$/)
    await store.deleteAllTasks(BOARD)
    t.equal(await store.signingKey(BOARD, 'four'), first[0])
  })
}
