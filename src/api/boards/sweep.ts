import fp from 'fastify-plugin'
import type { Clock } from '../../contract/time.js'
import { type ExpiryOptions, expiryThreshold } from './expiry.js'

export interface SweepOptions extends ExpiryOptions {
  /** The interval between two sweeps in milliseconds. */
  sweepInterval?: number
  /** The time in milliseconds for which the clock must have run evenly before boards expire. */
  settleTime?: number
}

const INTERVAL = 60_000

/** The longest wait for a clock that is wrong to be set right, in milliseconds. Machines do this soon after they start. */
const SETTLE_MAX = 600_000

/** The difference from a clock that runs evenly, in milliseconds, from which the clock has jumped. */
const JUMP = 60_000

/**
 * Watches for jumps of the clock: it was wrong, or the machine was suspended.
 *
 * @returns `elapsed`, which returns the time since the last jump in milliseconds. It must be called more often than the
 *   clock jumps back and forth.
 */
function watchClock(clock: Clock, onJump: (milliseconds: number) => void) {
  let evenSince = performance.now()
  let offset = clock() - evenSince
  return {
    elapsed(): number {
      const now = performance.now()
      const jump = clock() - now - offset
      offset += jump
      if (Math.abs(jump) > JUMP) {
        evenSince = now
        onJump(Math.round(jump))
      }
      return now - evenSince
    },
  }
}

/**
 * Deletes expired boards, and removes the data of deleted boards in small steps that do not block requests for long. After
 * the start and after a jump of the clock, boards expire only when the clock has run evenly for some time: a clock that
 * is wrong for a moment must not delete boards.
 */
export const sweep = fp<SweepOptions>(async (app, options) => {
  const { clock, boardTtl, sweepInterval = INTERVAL, settleTime = Math.min(SETTLE_MAX, boardTtl * 1000) } = options
  const even = watchClock(clock, (milliseconds) => {
    app.log.warn(
      { milliseconds, settleTime },
      'the clock has jumped: boards expire when it has run evenly for some time',
    )
  })

  let isClosing = false
  let isSweeping = false

  async function sweepAll(): Promise<void> {
    const { store } = app
    if (even.elapsed() >= settleTime) {
      await run(async () => {
        const expired = await store.expireBoards(expiryThreshold({ clock, boardTtl }))
        if (expired > 0) app.log.info({ expired }, 'boards expired')
      })
      await run(async () => {
        const expired = await store.expireClasses(app.now())
        if (expired > 0) app.log.info({ expired }, 'classes expired')
      })
    }
    await run(() => store.sweepBoards())
  }

  /** Does one part of a sweep. If it fails, the others go on. */
  async function run(part: () => Promise<unknown>): Promise<void> {
    try {
      await part()
    } catch (error) {
      // The store ends a sweep when it is closed. The next start goes on with it.
      if (!isClosing) app.log.warn({ err: error }, 'sweep failed')
    }
  }

  const timer = setInterval(() => {
    if (isSweeping) return
    isSweeping = true
    sweepAll().finally(() => {
      isSweeping = false
    })
  }, sweepInterval).unref()

  app.addHook('onClose', async () => {
    isClosing = true
    clearInterval(timer)
  })
})
