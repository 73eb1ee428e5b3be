/** A command failed for a reason that the operator can fix. The message states it in one line. */
export class CommandFailed extends Error {}
