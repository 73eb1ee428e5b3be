/** Returns the bearer token of an `Authorization` header, `undefined` where there is none (RFC 6750, section 2.1). */
export function readBearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([^ ]+) *$/i.exec(authorization ?? '')?.[1]
}
