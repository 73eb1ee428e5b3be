import { setTimeout as sleep } from 'node:timers/promises'
import fp from 'fastify-plugin'
import { toTimestamp } from '../time.js'
import { type ExpiryOptions, expiredUntil } from './expiry.js'

export interface SweepOptions extends ExpiryOptions {
  /** How often boards that have expired are looked for, in milliseconds. */
  sweepInterval?: number
}

const INTERVAL = 60_000

/** How long requests to a board that is deleted meanwhile may take, in milliseconds; until then its data stay. */
const GRACE = 120_000

/** The pause between two pieces, in milliseconds, in which requests are answered. */
const PAUSE = 10

/** Deletes boards that have expired, and removes what deleted ones held: in small pieces, so that no request waits. */
export const sweep = fp<SweepOptions>(
  async (app, { clock, ttl, sweepInterval = INTERVAL }) => {
    let isClosing = false
    let sweeping: Promise<void> | undefined

    async function sweepAll(): Promise<void> {
      try {
        const expired = await app.store.expireBoards(expiredUntil({ clock, ttl }), app.now())
        if (expired > 0) app.log.info({ expired }, 'boards that nobody used are gone')
        while (!isClosing && (await app.store.sweepBoards(toTimestamp(clock() - GRACE)))) await sleep(PAUSE)
      } catch (error) {
        app.log.warn({ err: error }, 'boards could not be swept')
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
