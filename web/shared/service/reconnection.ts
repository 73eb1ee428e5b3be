const listeners = new Set<() => void>()

/**
 * Calls a function whenever the event stream of the page opens again.
 *
 * @returns a function that ends this
 */
export function onReconnect(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells all parts of the page that the service responds again. */
export function tellReconnected(): void {
  for (const listener of listeners) listener()
}
