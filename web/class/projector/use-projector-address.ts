import { useEffect, useState } from 'preact/hooks'
import { useStored } from '../../shared/browser/use-stored.js'

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
  /** The name of the slide of the debrief; `undefined` for the first one. */
  slide: string | undefined
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
    slide: parameters.get('slide') ?? undefined,
  }
}

function format(projection: Projection): string {
  const given = Object.entries(projection).filter(([, value]) => value !== undefined && value !== 'off')
  const query = new URLSearchParams(given).toString()
  return query === '' ? NAME : `${NAME}?${query}`
}

/** What the names of projector windows begin with. The id of the class follows. */
const WINDOW = 'projector-'

/** The projector window that this page has opened. */
let projectorWindow: Window | null = null

/** Whether this page is a projector window. */
const isProjectorWindow = () => window.name.startsWith(WINDOW)

export interface ProjectorAddress {
  /** What is projected; `undefined` while the projector is closed. */
  projection: Projection | undefined
  /** Whether the cards for the learners are open. */
  hasCards: boolean
  /** Whether the projector or the cards were open before. Together with them, the element that had the focus has disappeared. */
  wasOpen: boolean
  /** Opens the projector with the ranking that was chosen last. Back closes it. */
  open(view?: View): void
  /**
   * Opens the projector in a window of its own, or changes what this window shows. The window gets a copy of the session
   * storage, so the trainer is signed in there as well, without the secret in an address.
   *
   * @param id the class
   * @param view the part to show; `undefined` for the one that fits the state of the exercise
   * @returns `false` if the browser has blocked the window
   */
  openWindow(id: string, view?: View): boolean
  /** Whether the projector window is open. */
  hasWindow(): boolean
  /** Returns what the projector window shows; `undefined` if it is closed. */
  readWindow(): Projection | undefined
  openCards(): void
  /** Closes the projector or the cards. A projector window closes, so that it never shows the page of the trainer. */
  close(): void
  /** Changes what is projected. */
  change(change: Partial<Projection>): void
  /** Forgets the ranking and the window, which belong to one class. */
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
    open: (view) => push(format({ view, ranking: ranking ?? 'off', address: undefined, slide: undefined })),
    openWindow(id, view) {
      if (projectorWindow === null || projectorWindow.closed) {
        const fragment = format({ view, ranking: ranking ?? 'off', address: undefined, slide: undefined })
        projectorWindow = window.open(location.pathname + fragment, WINDOW + id, 'popup')
      } else {
        const shown = parse(projectorWindow.location.hash)
        if (shown !== undefined) projectorWindow.location.hash = format({ ...shown, view })
      }
      return projectorWindow !== null
    },
    hasWindow: () => projectorWindow !== null && !projectorWindow.closed,
    readWindow: () => (projectorWindow?.closed === false ? parse(projectorWindow.location.hash) : undefined),
    openCards: () => push(CARDS),
    close() {
      if (isProjectorWindow()) return window.close()
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
    forget() {
      projectorWindow = null
      setRanking(undefined)
    },
  }
}
