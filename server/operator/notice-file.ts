import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Locale } from '#contract/platform/locale.ts'
import { parseNoticeFrontMatter } from './notice-front-matter.ts'
import { extractTitle } from './notice-title.ts'
import type { Diagnostic } from './notice-warnings.ts'

export interface NoticeFile {
  locale: Locale
  title: string
  body: string
  bodyLine: number
  pinned: boolean | undefined
  publishAt: Date | undefined
}

type NoticeFileResult = { file: NoticeFile } | { diagnostics: Diagnostic[] }

const maxFileBytes = 100 * 1024

export async function readNoticeFile(folder: string, name: string): Promise<NoticeFileResult> {
  if (!/\.mdx?$/i.test(name)) return createFailure('is not a Markdown file: its name must end in .md or .mdx')
  const read = await readText(resolve(folder, name))
  return 'text' in read ? parseNoticeFile(name, read.text) : createFailure(read.error)
}

const createFailure = (message: string): NoticeFileResult => ({ diagnostics: [{ line: 1, message }] })

async function readText(path: string): Promise<{ text: string } | { error: string }> {
  try {
    await using file = await open(path)
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

const readErrorTexts: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8',
  ENOENT: 'does not exist',
  EISDIR: 'is a folder: name its files',
}

function parseNoticeFile(name: string, text: string): NoticeFileResult {
  const { fields, body: source, bodyLine, diagnostics } = parseNoticeFrontMatter(name, text)
  if (!fields) return { diagnostics }
  const { title, body } = extractTitle(source, bodyLine, fields.title, diagnostics)
  if (body.trim() === '') diagnostics.push({ line: bodyLine, message: 'there is no text below the title' })
  const { locale, pinned, publishAt } = fields
  if (diagnostics.length > 0 || !locale || title === undefined) return { diagnostics }
  return { file: { locale, title, body, bodyLine, pinned, publishAt } }
}
