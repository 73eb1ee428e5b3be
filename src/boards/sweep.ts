import { setTimeout as sleep } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { toTimestamp } from '../contract/time.js'
import { type ExpiryOptions, expiryThreshold } from './expiry.js'

export interface SweepOptions extends ExpiryOptions {
  /** The interval between two sweeps in milliseconds. */
  sweepInterval?: number
}

const INTERVAL = 60_000

/** The time in milliseconds before the data of a deleted board is removed. Running requests can finish meanwhile. */
const GRACE = 120_000

/** The pause between two steps of a sweep in milliseconds. */
const PAUSE = 10

/**
 * Deletes expired boards, and removes the data of deleted boards in small steps that do not block requests for long.
 */
export const sweep = fp<SweepOptions>(
  async (app, { clock, ttl, sweepInterval = INTERVAL }) => {
    let isClosing = false
    let sweeping: Promise<void> | undefined

    async function sweepAll(): Promise<void> {
      try {
        const expired = await app.store.expireBoards(expiryThreshold({ clock, ttl }), app.now())
        const classes = await app.store.expireClasses(app.now())
        if (classes > 0) app.log.info({ expired: classes }, 'classes expired')
        if (expired > 0) app.log.info({ expired }, 'boards expired')
        while (!isClosing && (await app.store.sweepBoards(toTimestamp(clock() - GRACE)))) await sleep(PAUSE)
      } catch (error) {
        app.log.warn({ err: error }, 'sweep failed')
      }
    }

    const timer = setInterval(() => {
      sweeping ??= sweepAll().finally(() => {
        sweeping = undefined
      })
    }, sweepInterval).unref()

    app.addHook('onClose', async () => {
      isClosing = true
      clearInterval(timer)
      await sweeping
    })
  },
  { name: 'sweep' },
)
