import { hash, randomFillSync, timingSafeEqual } from 'node:crypto'

/** Random bytes for the next ids and secrets. Filling many at once costs little more than a few. */
const pool = Buffer.alloc(4096)
let used = pool.length

/** Returns random bytes as base64url, and erases them from the pool. */
function randomText(length: number): string {
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const text = pool.toString('base64url', used, used + length)
  pool.fill(0, used, used + length)
  used += length
  return text
}

/** Returns a random id of 128 bits, as base64url. */
export function randomId(): string {
  return randomText(16)
}

/** Returns a random secret of 256 bits, as base64url. */
export function randomSecret(): string {
  return randomText(32)
}

/** Returns the SHA-256 hash of a secret, as base64url. A plain hash is safe to store only for a random secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Returns a random token of 256 bits and its hash. Only the hash is stored. */
export function createToken(): { token: string; hash: string } {
  const token = randomSecret()
  return { token, hash: hashSecret(token) }
}

/** Whether `hash` is the hash of `secret`. The comparison takes constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))
}

/** Whether two texts are the same. The time depends on neither, as long as they have the same length. */
export function matchesSecret(text: string, secret: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(secret)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
