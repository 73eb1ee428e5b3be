/** The first descriptor that a parent process passes, after those of the standard streams. */
const FIRST = 3

/**
 * Returns the descriptors of the listening sockets that the parent process has passed, as systemd does with socket
 * activation (`sd_listen_fds(3)`). The kernel keeps connections to such a socket while the service restarts.
 *
 * @param environment has `LISTEN_FDS`, their number, and `LISTEN_PID`, the process that they are for. The function
 *   deletes them, so that no child process takes the sockets for its own.
 * @returns no descriptor if the sockets are for another process
 */
export function inheritedSockets(environment: NodeJS.ProcessEnv, pid: number): number[] {
  const { LISTEN_FDS, LISTEN_PID } = environment
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete environment[name]
  const count = Number(LISTEN_PID) === pid ? Number(LISTEN_FDS) || 0 : 0
  return Array.from({ length: count }, (_, index) => FIRST + index)
}
