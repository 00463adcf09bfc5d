import { parseHTML } from 'linkedom'
import { fillPage, type PageContent } from './fill-page.ts'

/** `origin` is that of the address, without a slash at its end. */
export function fillHtml(html: string, content: PageContent, origin: string): string {
  const { document } = parseHTML(html)
  fillPage(document, content, origin)
  return document.toString()
}
