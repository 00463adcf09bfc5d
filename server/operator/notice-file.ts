import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Locale } from '#contract/locale.ts'
import { maxBodyBytes } from '#server/notices/blocks.ts'
import { parseFrontMatter } from './front-matter.ts'
import { parseNoticeFields } from './notice-front-matter.ts'
import { extractTitle } from './notice-title.ts'
import type { Diagnostic } from './notice-warnings.ts'

/** A notice in one language, as a file has it. */
export interface NoticeFile {
  locale: Locale
  title: string
  body: string
  /** Where the body begins in the file. */
  bodyLine: number
  pinned: boolean | undefined
  at: Date | undefined
}

/** What a file has, or all that is wrong with it. */
type NoticeFileResult = { file: NoticeFile } | { faults: Diagnostic[] }

const maxFileBytes = maxBodyBytes + 16 * 1024
const tooLongText = `a language may have ${maxBodyBytes / 1024} kB`

/** `folder` is where the name begins. */
export async function readNoticeFile(folder: string, name: string): Promise<NoticeFileResult> {
  if (!/\.mdx?$/i.test(name)) return createFailure('is no file of Markdown: its name ends in .md or .mdx')
  const read = await readText(resolve(folder, name))
  return 'text' in read ? parseNoticeFile(name, read.text) : createFailure(read.fault)
}

const createFailure = (message: string): NoticeFileResult => ({ faults: [{ line: 1, message }] })

async function readText(path: string): Promise<{ text: string } | { fault: string }> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > maxFileBytes) return { fault: `is too large: ${tooLongText}` }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile())
    return text.includes('\0')
      ? { fault: 'has a NUL character in it' }
      : { text: text.replace(/\r\n?/g, '\n') }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { fault: readErrorTexts[code] ?? `cannot be read (${code})` }
  }
}

const readErrorTexts: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not in UTF-8',
  ENOENT: 'is not there',
  EISDIR: 'is a folder: name the files',
}

function parseNoticeFile(name: string, text: string): NoticeFileResult {
  const front = parseFrontMatter(text)
  const diagnostics: Diagnostic[] = [...front.errors]
  const { locale, title: titleField, pinned, at } = parseNoticeFields(name, front, diagnostics)
  // What follows can only be told when the title is.
  if (front.errors.length > 0 || (front.fields.has('title') && titleField === undefined))
    return { faults: diagnostics }
  const { title, body } = extractTitle(front, titleField, diagnostics)
  if (body.trim() === '')
    diagnostics.push({ line: front.bodyLine, message: 'there is no text below the title' })
  if (Buffer.byteLength(body) > maxBodyBytes)
    diagnostics.push({ line: front.bodyLine, message: `the text is too long: ${tooLongText}` })
  if (diagnostics.length > 0 || !locale || title === undefined) return { faults: diagnostics }
  return { file: { locale, title, body, bodyLine: front.bodyLine, pinned, at } }
}
