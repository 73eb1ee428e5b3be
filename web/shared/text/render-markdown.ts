import DOMPurify from 'dompurify'
import { Marked } from 'marked'

/** Elements that load files, or that look like parts of the page. */
const FORBIDDEN = ['img', 'style', 'form', 'input', 'button', 'video', 'audio', 'svg', 'math']

/** HTML in Markdown is shown as text. */
const markdown = new Marked({ renderer: { html: ({ text }) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') } })

/** Returns Markdown as HTML without scripts, forms, styles and images. */
export function renderMarkdown(text: string): string {
  const html = markdown.parse(text, { async: false })
  return DOMPurify.sanitize(html, { FORBID_TAGS: FORBIDDEN, FORBID_ATTR: ['style', 'class', 'id'] })
}
