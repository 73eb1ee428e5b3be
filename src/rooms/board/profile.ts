/** What a board has beside its content. */
export interface BoardProfile {
  /** The id of its class, or its own without a class. */
  room: string
  name: string | null
  ownerTokenHash: string | null
  createdAt: string
  /** When the board was last used, approximately. */
  usedAt: string
  /** When the board was deleted; `null` if it was not. */
  deletedAt: string | null
  /** The highest numbers that were assigned. */
  lastNumbers: Readonly<Record<string, number>>
  /** What is counted, by name. */
  counts: Readonly<Record<string, number>>
}
