/** Picks a random value. */
export const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T
