import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { RequestFailed } from '../../shared/service/api.js'
import { Failure } from '../../shared/service/failure.js'
import { useRequest } from '../../shared/service/use-request.js'

/**
 * Loads a part of the page when it is needed first. If that fails, it is loaded when it is needed again.
 *
 * @param load imports the part
 * @param message what the user reads if the part cannot be loaded
 * @returns the part, which is `undefined` until it is loaded, and the failure
 */
export function useLazyPart<Props>(isNeeded: boolean, load: () => Promise<ComponentType<Props>>, message: string) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const { failure, run } = useRequest<void>()
  useEffect(() => {
    if (!isNeeded || Part !== undefined) return
    run(async () => {
      const loaded = await load().catch(() => {
        throw new RequestFailed(message)
      })
      setPart(() => loaded)
    })
  }, [isNeeded])
  return { Part, failure }
}

/** Returns a component that loads a part of the page when it is shown first. The parameters are those of `useLazyPart`. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, message: string) {
  return function LazyPart({ isShown = true, ...props }: Props & { isShown?: boolean }) {
    const { Part, failure } = useLazyPart<Props>(isShown, load, message)
    return (
      <>
        <Failure failure={failure} />
        {Part && <Part {...(props as unknown as Props)} />}
      </>
    )
  }
}
