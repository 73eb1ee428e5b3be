/** The wait in milliseconds if a 429 does not say how long, and the maximum. */
const WAIT_DEFAULT = 1000
const WAIT_MAX = 120_000

/**
 * Sends a request that was not processed again, because a rate limit refused it (429, RFC 6585, section 4), after the time
 * that the response names. The last response is a 429 if the limit lasts longer, or after the last attempt.
 *
 * @param attempts the maximum number of attempts
 * @param wait waits for a number of milliseconds
 */
export async function sendPatiently<Reply extends { status: number; headers: Headers }>(
  send: () => Promise<Reply>,
  attempts: number,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await send()
    const milliseconds = readRetryAfter(reply.headers.get('retry-after'))
    if (reply.status !== 429 || attempt === attempts || milliseconds > WAIT_MAX) return reply
    await wait(milliseconds)
  }
}

/** Reads `Retry-After`: a number of seconds, or a date (RFC 9110, section 10.2.3). Returns at least a second. */
function readRetryAfter(value: string | null): number {
  if (value === null) return WAIT_DEFAULT
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? WAIT_DEFAULT : Math.max(milliseconds, WAIT_DEFAULT)
}
