import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { texts } from '../../texts/en/class.js'
import type { CoverProps } from './cover-props.js'

/** The projector or the cards, which are loaded when they are opened. */
export function LazyProjector(props: CoverProps) {
  const { hasCards } = props.address
  const [loaded, setLoaded] = useState<{ Cover: FunctionComponent<CoverProps> }>()
  useEffect(() => {
    setLoaded(undefined)
    const loading = hasCards
      ? import('./cards.js').then(({ Cards }) => Cards)
      : import('./projector.js').then(({ Projector }) => Projector)
    loading.then((Cover) => setLoaded({ Cover }))
  }, [hasCards])
  if (loaded === undefined) return <p aria-busy="true">{texts.loading}</p>
  return <loaded.Cover {...props} />
}
