import { common } from '../texts/en/common.js'

/** The header of a page, with the link to its documentation. */
export function PageHeader({ title, docs }: { title: string; docs: string }) {
  return (
    <>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      <header class="top">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="40" height="40" />
          {title}
        </a>
        <a class="end" href={docs}>
          {common.docs}
        </a>
      </header>
    </>
  )
}
