/** A section of prose in a document. It is published as a tag without operations, which documentation tools show. */
export interface Section {
  /** The heading. */
  name: string
  /** The text, as Markdown. */
  description: string
}
