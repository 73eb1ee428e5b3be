import { pending } from '../../kit/pending.js'

/** A `sleep` for slow responses that lasts until `wakeUp` is called; `sleeping` resolves when it starts. */
export function createSleep() {
  const { promise: sleeping, resolve: markSleeping } = pending()
  const { promise: awake, resolve: wakeUp } = pending()
  const sleep = () => {
    markSleeping()
    return awake
  }
  return { sleep, sleeping, wakeUp }
}
