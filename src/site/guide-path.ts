/** The path of the documentation. */
export const GUIDE_PATH = '/guide'

/**
 * Returns the path of a page of the documentation.
 *
 * @param page the name of its file in `docs/`, which may have a heading: `errors.md#messages`
 */
export function guidePath(page: string): string {
  return `${GUIDE_PATH}/${page.replace('.md', '')}`
}
