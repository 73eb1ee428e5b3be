import { useEffect } from 'preact/hooks'

/** Changes the title of the page. Without a title, it is that of the document. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
