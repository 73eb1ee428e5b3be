/** The fault settings of a board, and its fault plan: which request draws which faults. */
export interface FaultPlanMethods {
  /**
   * Starts the fault plan. If `seed` is `undefined` or equal to the stored seed, the plan continues. If it differs, the
   * plan restarts at 0 with it. If no seed is stored yet, the plan starts with `seed` or else with `candidate`.
   */
  startFaultPlan(board: string, seed: number | undefined, candidate: number): Promise<CurrentFaultPlan>
  /** Stores the fault settings, and restarts the plan at 0 with `seed`. */
  configureFaults(board: string, settings: FaultSettings, seed: number): Promise<void>
  readFaultPlan(board: string): Promise<CurrentFaultPlan>
  /** Restarts the plan at 0 with the same seed. */
  restartFaultPlan(board: string): Promise<void>
  /**
   * Reserves consecutive ordinal numbers of the plan. No two calls reserve the same one.
   *
   * @returns the plan with the first reserved number
   */
  reserveFaultOrdinals(board: string, count: number): Promise<CurrentFaultPlan>
  /**
   * Stores the next ordinal number of a plan, so that reserved numbers from it on are free again. Does nothing if the
   * plan was restarted, or if the board was deleted.
   */
  returnFaultOrdinals(board: string, next: { restarts: number; ordinal: number }): Promise<void>
}

export interface FaultPlan {
  seed: number
  /** The first reserved ordinal number, or else the next one to reserve. */
  ordinal: number
  /** The fault settings of the board, or `null` if they were never configured. */
  settings: FaultSettings | null
}

/** The fault plan that is in effect. */
export interface CurrentFaultPlan extends FaultPlan {
  /** How often the plan was restarted or replaced. Ordinal numbers from before a restart are void. */
  restarts: number
}

/** How the faults of a board are configured. The store reads and writes it as a whole. */
export interface FaultSettings {
  profile: string
  /** Rates that override those of the profile, by name of the fault. */
  rates: Readonly<Record<string, number>>
  /** The shortest and the longest delay of a slow response in milliseconds, or `null` for those of the server. */
  delay: readonly [number, number] | null
  /** The names of the faults of each request in turn, or `null` if the rates decide. */
  script: readonly (readonly string[])[] | null
  scriptEnd: 'none' | 'repeat'
  /** Whether responses name their faults. */
  disclose: boolean
  /** Whether requests may choose their faults. */
  force: boolean
}
