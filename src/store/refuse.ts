/** Refuses to write. */
export async function refuse(): Promise<never> {
  throw new Error('This database was opened for reading')
}
