/** Sessions of v2, their refresh tokens, and the key that signs access tokens. */
export interface SessionMethods {
  /** Returns the signing key of a board. If the board has none, stores `candidate` and returns it. */
  signingKey(board: string, candidate: string): Promise<string>
  /** Creates a session, and deletes the sessions whose last refresh token has expired at `now`. */
  createSession(board: string, session: Session, refreshToken: RefreshToken, now: string): Promise<void>
  /** Returns the account of a session, or `undefined` if the session has ended. */
  findSession(board: string, id: string): Promise<{ username: string } | undefined>
  /**
   * Exchanges a refresh token for the next one. Presenting a used token ends its session (decision 32).
   *
   * @param used the hash of the token to exchange
   * @returns the session, or `undefined` if the token is unknown, used or expired, or its session has ended
   */
  rotateRefreshToken(
    board: string,
    used: string,
    next: RefreshToken,
    now: string,
  ): Promise<{ id: string; username: string } | undefined>
  /** Sets when a session expires. It does nothing if the session has ended. */
  renewSession(board: string, id: string, expiresAt: string): Promise<void>
  endSession(board: string, id: string): Promise<void>
}

export interface Session {
  id: string
  username: string
}

export interface RefreshToken {
  /** The hash of the token. The token itself is never stored. */
  hash: string
  expiresAt: string
}
