/** The grade cannot be made, for a reason that the user can fix. The message states it in one line. */
export class GradeFailed extends Error {}
