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
