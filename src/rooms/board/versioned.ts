import type { Steps } from './steps.js'
import type { BoardQuota } from './values.js'

/** A result that is no promise. A function that returns one would use the version after it was revoked. */
export type Synchronous<Result> = [Extract<Result, PromiseLike<unknown>>] extends [never] ? Result : never

/** A version as functions read it. It is revoked when the function that got it returns: it has no version any more. */
export interface ViewOf<Version> {
  /** The id of the thing. */
  readonly id: string
  readonly version: Version
}

/** A version that functions change. */
export interface ForkOf<Version> extends ViewOf<Version> {
  version: Version
  /** The maximum content; `undefined` if it has none. */
  readonly quota: BoardQuota | undefined
}

/** Work of a function on a version. */
export type Work<Given, Result> = (given: Given) => Synchronous<Result>

/**
 * A thing in memory, such as a board. Reads see the committed version. Writes change a fork, which becomes the committed
 * version when its rows are stored. So whatever a write returns must wait for the commit of its fork, errors included.
 *
 * A request keeps the thing and never a version, so that it does not write on what it has read before it waited.
 *
 * All functions are synchronous: they throw what the given function throws. A function that returns a promise is refused.
 */
export type Versioned<Version, Difference> = ReturnType<typeof createVersioned<Version, Difference>>

/** What differs between kinds of things. */
export interface Rules<Version, Difference> {
  quota?: BoardQuota | undefined
  /** Throws if a write must not make one version of another. */
  require?(before: Version, after: Version): void
  /** Returns what a commit stores. */
  differenceOf(before: Version, after: Version): Difference
  /** Returns the approximate size in memory, in bytes. */
  sizeOf(version: Version): number
}

/** Creates a thing in memory from the version that is stored. */
export function createVersioned<Version, Difference>(id: string, version: Version, rules: Rules<Version, Difference>) {
  let committed = version
  let closed: Version | undefined
  let open: Version | undefined
  let ended: Error | undefined
  const newest = () => open ?? closed ?? committed

  /** Calls a function with a fork of a version, and returns what it has made of it. */
  function call<Result>(before: Version, work: Work<ForkOf<Version>, Result>) {
    if (ended !== undefined) throw ended
    const fork = { id, quota: rules.quota, version: before }
    try {
      const result = work(fork)
      if (typeof (result as PromiseLike<unknown> | undefined)?.then === 'function') {
        throw new TypeError('A function that gets a version of a board must not return a promise')
      }
      return { result, version: fork.version }
    } finally {
      fork.version = undefined as never
    }
  }

  function change<Result>(work: Work<ForkOf<Version>, Result>) {
    const before = newest()
    const changed = call(before, work)
    rules.require?.(before, changed.version)
    return changed
  }

  /** Drops the closed fork and the open one, which is built on it. */
  function drop(): void {
    closed = undefined
    open = undefined
  }

  return {
    id,
    /** Calls a function with the committed version. */
    read: <Result>(work: Work<ViewOf<Version>, Result>) => call(committed, work).result,
    /** Calls a function with the open fork. If it throws, the fork stays as it was. */
    write<Result>(work: Work<ForkOf<Version>, Result>) {
      const { result, version } = change(work)
      if (version !== newest()) open = version
      return result
    },
    /** Calls a function with a fork that is thrown away: the result is what `write` would return now. */
    rehearse: <Result>(work: Work<ForkOf<Version>, Result>) => change(work).result,
    /** Starts long work on the committed version. It can go on while the thing is written. */
    start: <Result>(work: (version: Version) => Steps<Result>) =>
      call<Steps<Result>>(committed, (view) => work(view.version)).result,
    /**
     * Closes the open fork, so that later writes go to the next one. The caller stores what it returns, and then calls
     * `commit` or `drop`. There is at most one closed fork.
     *
     * @returns `undefined` if nothing was written
     */
    close() {
      if (closed !== undefined) throw new Error('The fork before this one is not yet committed')
      if (open === undefined) return undefined
      closed = open
      open = undefined
      return rules.differenceOf(committed, closed)
    },
    /** Makes the closed fork the committed version. */
    commit() {
      committed = closed ?? committed
      closed = undefined
    },
    drop,
    /** Drops all forks, and refuses all later calls with an error, because what is stored may differ from the versions. */
    end(reason: Error) {
      drop()
      ended = reason
    },
    /** Whether there is an open fork. */
    hasOpen: () => open !== undefined,
    /** Whether there is a fork that is not committed. */
    hasUnwritten: () => newest() !== committed,
    /** The approximate size of the newest version in memory, in bytes. */
    size: () => rules.sizeOf(newest()),
  }
}
