import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Locale, locales } from '#contract/platform/locale.ts'

const maxFileBytes = 100 * 1024

const readErrorTexts: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8',
  ENOENT: 'does not exist',
  EISDIR: 'is a folder: name its files',
}

/** Line breaks become `\n`. @returns the text, or what is wrong with the file */
export async function readMarkdownFile(
  folder: string,
  name: string,
): Promise<{ text: string } | { error: string }> {
  if (!/\.mdx?$/i.test(name)) return { error: 'is not a Markdown file: its name must end in .md or .mdx' }
  try {
    await using file = await open(resolve(folder, name))
    const { size } = await file.stat()
    if (size > maxFileBytes) return { error: `is larger than ${maxFileBytes / 1024} kB` }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile())
    return text.includes('\0')
      ? { error: 'contains a NUL character' }
      : { text: text.replace(/\r\n?/g, '\n') }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { error: readErrorTexts[code] ?? `cannot be read (${code})` }
  }
}

/** Undefined: it does not end. */
export function splitFrontMatter(text: string): { yaml: string; body: string; bodyLine: number } | undefined {
  const [opening] = /^---[^\S\n]*\n/.exec(text) ?? []
  if (opening === undefined) return { yaml: '', body: text, bodyLine: 1 }
  const rest = text.slice(opening.length)
  const closing = /^(?:---|\.\.\.)[^\S\n]*(?:\n|$)/m.exec(rest)
  if (!closing) return
  const body = rest.slice(closing.index + closing[0].length)
  const bodyLine = text.slice(0, text.length - body.length).split('\n').length
  return { yaml: rest.slice(0, closing.index), body, bodyLine }
}

/** In any case of letters. */
export const findLocale = (name: string): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === name.toLowerCase())
