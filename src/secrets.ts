import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a random id of 128 bits, as base64url. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}

/** Returns a random secret of 256 bits, as base64url. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the SHA-256 hash of a secret, as base64url. A plain hash is safe to store only for a random secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
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
