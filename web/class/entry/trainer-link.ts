import type { Access } from '../service/class-api.js'

/**
 * Returns the address that signs a trainer in. Browsers do not send the fragment of an address, so the secret reaches
 * neither the log of the service nor that of a proxy.
 */
export function trainerLink({ id, token }: Access): string {
  return `${location.origin}/class#${new URLSearchParams({ class: id, secret: token })}`
}

/**
 * Returns the access that the address of the page contains, and removes it from the address at once.
 *
 * @returns `undefined` if the address has none
 */
export function takeLinkedAccess(): Access | undefined {
  const values = new URLSearchParams(location.hash.slice(1))
  const [id, token] = [values.get('class'), values.get('secret')]
  if (id === null || token === null) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { id, token }
}
