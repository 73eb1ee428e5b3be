import { createBoardId } from '../../contract/board-id.js'
import { ValidationFailed } from '../../contract/errors.js'
import type { NewBoard } from '../../rooms/board-life.js'
import { nameKey } from '../../rooms/classes/same-name.js'
import { hashSecret, randomSecret } from '../../secrets/secrets.js'
import { readBoardNames } from '../boards/create-boards.js'
import type { BoardsInput } from '../boards/schemas.js'

/** Creates boards for a class, with these names. */
export function newBoards(names: readonly (string | null)[], chooseSeed: () => number): NewBoard[] {
  // The owner tokens are discarded. The trainer can create new ones.
  return names.map((name) => ({
    id: createBoardId(),
    name,
    ownerTokenHash: hashSecret(randomSecret()),
    faultSeed: chooseSeed(),
  }))
}

/**
 * Returns the names of the boards to create: those in the request, or `null` for each.
 *
 * @throws ValidationFailed if `names` and `count` are missing or do not match, or if a name appears twice
 */
export function readLearnerNames(input: Pick<BoardsInput, 'count' | 'names'>): (string | null)[] {
  const names = readBoardNames(input)
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    if (name === null) continue
    const key = nameKey(name)
    if (seen.has(key)) throw new ValidationFailed({ [`names[${index}]`]: `The name '${name}' appears twice` })
    seen.add(key)
  }
  return names
}
