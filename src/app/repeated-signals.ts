/** The signals that stop a service or a command. */
export const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * The time in milliseconds from which another signal ends the process at once. One Ctrl+C or one `timeout` can send several
 * signals: to the process, to its group, and through npx.
 */
export const IMPATIENCE = 3000

/**
 * Prepares a process to ignore repeated signals. Call it before others listen.
 *
 * @returns a function to call after the first signal. Further ones are ignored for a while, and then have their default
 *   effect: they end the process at once.
 */
export function prepareForRepeatedSignals(): () => void {
  // A signal without any listener has its default effect, also for the moment in which listeners are replaced.
  const ignore = () => {}
  for (const signal of STOPPING) process.on(signal, ignore)

  return () => {
    for (const signal of STOPPING) {
      for (const listener of process.listeners(signal)) if (listener !== ignore) process.off(signal, listener)
    }
    const end = () => STOPPING.forEach((signal) => void process.off(signal, ignore))
    setTimeout(end, IMPATIENCE).unref()
  }
}
