import { fillPage, type PageContent } from './fill-page.ts'
import { parseHtml } from './parse-html.ts'

/** `origin` is the origin of the address, without a trailing slash. */
export function fillHtml(html: string, content: PageContent, origin: string): string {
  const document = parseHtml(html)
  fillPage(document, content, origin)
  return document.toString()
}
