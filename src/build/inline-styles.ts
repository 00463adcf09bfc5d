import { readFile } from 'node:fs/promises'

const sheetLink = /<link rel="stylesheet" href="(\/_astro\/[^"]+\.css)">/g
const template = /(<template\b[\s\S]*?<\/template>)/

/**
 * Puts a page's style sheets into the page: as requests they would hold up the first paint by a round trip. Their links stay,
 * disabled and thus never requested, because the loader of scripts takes a style sheet without a link for missing.
 */
export async function inlineStyles(html: string, folder: URL): Promise<string> {
  const [before = '', ...rest] = html.split(template)
  const links = [...before.matchAll(sheetLink)]
  const [first] = links
  if (!first) return html
  const sheets = await Promise.all(links.map(([, url = '']) => readFile(new URL(`.${url}`, folder), 'utf8')))
  const style = `<style>${sheets.map((sheet) => sheet.trim()).join('')}</style>`
  const disabled = links.map(([, url]) => `<link rel="stylesheet" href="${url}" disabled>`).join('')
  const start = before.slice(0, first.index)
  return start + style + disabled + before.slice(first.index).replace(sheetLink, '') + rest.join('')
}
