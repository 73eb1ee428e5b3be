/** The other defects that an exposure finds, by the name of its defect. `npm run write:exposures` writes this file. */
export const ALSO_FINDS: Readonly<Record<string, readonly string[]>> = {}
