/** An exercise that the form describes, but that is not saved. */
export interface Draft {
  /** The duration of the template that fills in the form, in minutes; `undefined` without one, or if the user has entered an end. */
  minutes: number | undefined
  /**
   * Saves and starts the exercise.
   *
   * @param minutes its duration; `null` if it has no end
   */
  start(minutes: number | null): void
}
