/** A `sleep` for slow responses that lasts until `wakeUp` is called; `sleeping` resolves when it starts. */
export function createSleep() {
  let markSleeping = () => {}
  let wakeUp = () => {}
  const sleeping = new Promise<void>((resolve) => (markSleeping = resolve))
  const awake = new Promise<void>((resolve) => (wakeUp = resolve))
  const sleep = () => {
    markSleeping()
    return awake
  }
  return { sleep, sleeping, wakeUp }
}
