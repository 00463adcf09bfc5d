import { parseHTML } from 'linkedom'
import { fillPage, type PageFacts } from './fill-page.ts'

/** `origin` is that of the address, without a slash at its end. */
export function fillHtml(html: string, facts: PageFacts, origin: string): string {
  const { document } = parseHTML(html)
  fillPage(document, facts, origin)
  return document.toString()
}
