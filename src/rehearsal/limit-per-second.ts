/**
 * Limits how often something happens per second for each key, such as a board.
 *
 * @param clock the time in milliseconds; it must not jump
 * @returns whether it may happen once more in this second
 */
export function limitPerSecond(max: number, clock = () => performance.now()): (key: string) => boolean {
  const counts = new Map<string, number>()
  let second = 0

  return (key) => {
    const now = Math.floor(clock() / 1000)
    if (now !== second) counts.clear()
    second = now
    const count = counts.get(key) ?? 0
    if (count >= max) return false
    counts.set(key, count + 1)
    return true
  }
}
