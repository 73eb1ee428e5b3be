/** Returns the bearer token of an `Authorization` header, or `undefined` if it has none (RFC 6750, section 2.1). */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1]
}
