/** An exercise that the form describes, but that is not saved. */
export interface Draft {
  /**
   * Saves and starts the exercise.
   *
   * @param minutes its duration; `null` if it has no end
   */
  start(minutes: number | null): void
}
