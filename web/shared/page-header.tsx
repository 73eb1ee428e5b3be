import type { ComponentChildren } from 'preact'
import { common } from '../texts/en/common.js'
import { Icon } from './icon.js'
import { BookOpen } from './icons.js'
import { JumpLink } from './jump-link.js'

interface PageHeaderProps {
  title: string
  docs: string
  /** What the page is about. */
  children?: ComponentChildren
}

/** The header of a page, with the link to its documentation. */
export function PageHeader({ title, docs, children }: PageHeaderProps) {
  return (
    <>
      <JumpLink class="skip" target="content">
        {common.skip}
      </JumpLink>
      <header class="top">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="40" height="40" />
          {title}
        </a>
        {children}
        <a class="end" href={docs}>
          <Icon of={BookOpen} />
          {common.docs}
        </a>
      </header>
    </>
  )
}
