import { fillPage, type PageContent } from './fill-page.ts'
import { parseHtml } from './parse-html.ts'

/** `origin` is that of the address, without a slash at its end. */
export function fillHtml(html: string, content: PageContent, origin: string): string {
  const document = parseHtml(html)
  fillPage(document, content, origin)
  return document.toString()
}
