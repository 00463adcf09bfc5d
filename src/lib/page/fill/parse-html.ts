import { parseHTML } from 'linkedom'

export const parseHtml = (html: string): Document => parseHTML(html).document
