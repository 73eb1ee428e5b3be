import { useEffect, useState } from 'preact/hooks'
import { useStored } from '../../shared/use-stored.js'

/** The parts of the projector. Without a choice, the state of the exercise decides. */
export const VIEWS = ['join', 'exercise', 'results', 'debrief'] as const
export type View = (typeof VIEWS)[number]

/** Whether the projector shows a ranking of the learners, and with which names. */
export const RANKINGS = ['off', 'anonymous', 'names'] as const
export type Ranking = (typeof RANKINGS)[number]

/** What the trainer has chosen to project. It is in the fragment of the address, so that it survives a reload. */
export interface Projection {
  view: View | undefined
  ranking: Ranking
  /** The URL at which learners join; `undefined` for that of the service. */
  address: string | undefined
  /** The name of the fault in the debrief; `undefined` for the first one. */
  fault: string | undefined
}

const NAME = '#projector'
const CARDS = '#cards'

/** Reads a fragment such as `#projector?view=join&ranking=names`. Other fragments return `undefined`. */
function parse(fragment: string): Projection | undefined {
  const [name, query = ''] = fragment.split(/\?(.*)/s)
  if (name !== NAME) return undefined
  const parameters = new URLSearchParams(query)
  return {
    view: VIEWS.find((view) => view === parameters.get('view')),
    ranking: RANKINGS.find((ranking) => ranking === parameters.get('ranking')) ?? 'off',
    address: parameters.get('address') ?? undefined,
    fault: parameters.get('fault') ?? undefined,
  }
}

function format(projection: Projection): string {
  const given = Object.entries(projection).filter(([, value]) => value !== undefined && value !== 'off')
  const query = new URLSearchParams(given).toString()
  return query === '' ? NAME : `${NAME}?${query}`
}

export interface ProjectorAddress {
  /** What is projected; `undefined` while the projector is closed. */
  projection: Projection | undefined
  /** Whether the cards for the learners are open. */
  hasCards: boolean
  /** Whether the projector or the cards were open before. Together with them, the element that had the focus has disappeared. */
  wasOpen: boolean
  /** Opens the projector with the ranking that was chosen last. Back closes it. */
  open(view?: View): void
  openCards(): void
  close(): void
  /** Changes what is projected. */
  change(change: Partial<Projection>): void
  /** Forgets the ranking, which was chosen for one class. */
  forget(): void
}

/** Keeps what the trainer projects, or whether the cards are open, in the address. */
export function useProjectorAddress(): ProjectorAddress {
  const [fragment, setFragment] = useState(location.hash)
  const [wasOpen, setWasOpen] = useState(false)
  const [ranking, setRanking] = useStored<Ranking>('ranking')
  const projection = parse(fragment)
  const hasCards = fragment === CARDS
  useEffect(() => {
    if (projection !== undefined || hasCards) setWasOpen(true)
  }, [projection !== undefined, hasCards])
  useEffect(() => {
    const read = () => setFragment(location.hash)
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  function push(next: string): void {
    history.pushState(null, '', next)
    setFragment(next)
  }

  return {
    projection,
    hasCards,
    wasOpen,
    open: (view) => push(format({ view, ranking: ranking ?? 'off', address: undefined, fault: undefined })),
    openCards: () => push(CARDS),
    close() {
      history.replaceState(null, '', location.pathname + location.search)
      setFragment('')
    },
    change(change) {
      if (projection === undefined) return
      if (change.ranking !== undefined) setRanking(change.ranking)
      const next = format({ ...projection, ...change })
      history.replaceState(null, '', next)
      setFragment(next)
    },
    forget: () => setRanking(undefined),
  }
}
