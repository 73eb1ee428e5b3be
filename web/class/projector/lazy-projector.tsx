import { useEffect, useState } from 'preact/hooks'
import { texts } from '../../texts/en/class.js'
import type { Projector } from './projector.js'

type ProjectorProps = Parameters<typeof Projector>[0]

/** The projector, which is loaded when it is opened. */
export function LazyProjector(props: ProjectorProps) {
  const [loaded, setLoaded] = useState<{ Shown: typeof Projector }>()
  useEffect(() => {
    import('./projector.js').then(({ Projector }) => setLoaded({ Shown: Projector }))
  }, [])
  if (loaded === undefined) return <p aria-busy="true">{texts.loading}</p>
  return <loaded.Shown {...props} />
}
