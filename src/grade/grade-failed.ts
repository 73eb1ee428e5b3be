/** The grade cannot be made, for a reason that the user can fix. The message states it in one line. */
export class GradeFailed extends Error {}

/** The server of a grade does not respond. */
export class ServerUnreachable extends GradeFailed {}
