import type { ComponentChildren } from 'preact'
import { common } from '../../texts/en/common.js'
import { Icon } from './icon.js'
import { BookOpen } from './icons.js'
import { JumpLink } from './jump-link.js'

interface PageHeaderProps {
  docs: string
  /** The page of the guide for the users of this page. */
  guide?: string
  /** What the page is about. */
  children?: ComponentChildren
}

/** The header of a page, with links to the start page and to the documentation. */
export function PageHeader({ docs, guide = 'index', children }: PageHeaderProps) {
  return (
    <>
      <JumpLink class="skip" target="content">
        {common.skip}
      </JumpLink>
      <header class="top">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="40" height="40" />
          {common.service}
        </a>
        {children}
        <span class="end header-links">
          <a href={`/guide/${guide}`} data-testid="guide">
            <Icon of={BookOpen} />
            {common.guide}
          </a>
          <a href={docs}>{common.docs}</a>
        </span>
      </header>
    </>
  )
}
