import { BEARER_SCHEME, challengeHeader } from './auth.js'
import { errors } from './responses.js'

/** The security requirement of operations that require a token of the management API. */
export const SECURITY = [{ [BEARER_SCHEME]: [] }]

/** The security requirement of operations that show more with such a token. */
export const OPTIONAL_SECURITY = [{}, ...SECURITY]

/** @param description which tokens the operation accepts */
const unauthorized = (description: string) => errors({ 401: description }, challengeHeader)

export const tokenRequired = unauthorized(
  'The bearer token is missing, or it belongs neither to the owner of the board or the trainer of its class, nor to the administrator.',
)

export const trainerSecretRequired = unauthorized(
  'The bearer token is missing, or it belongs neither to the trainer of the class nor to the administrator.',
)
