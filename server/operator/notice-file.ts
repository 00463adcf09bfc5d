import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Locale } from '#contract/locale.ts'
import { splitFrontMatter } from '#server/front-matter.ts'
import { mostBytes } from '#server/notices/blocks.ts'
import { readFields } from './notice-fields.ts'
import type { Noted } from './notice-look.ts'
import { titledBody } from './notice-title.ts'

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
type FileRead = { file: NoticeFile } | { faults: Noted[] }

const mostFile = mostBytes + 16 * 1024
const tooLong = `a language may have ${mostBytes / 1024} kB`

/** `folder` is where the name begins. */
export async function readNoticeFile(folder: string, name: string): Promise<FileRead> {
  if (!/\.mdx?$/i.test(name)) return refused('is no file of Markdown: its name ends in .md or .mdx')
  const read = await textOf(resolve(folder, name))
  return 'text' in read ? fileOf(name, read.text) : refused(read.fault)
}

const refused = (message: string): FileRead => ({ faults: [{ line: 1, message }] })

async function textOf(path: string): Promise<{ text: string } | { fault: string }> {
  try {
    await using file = await open(path)
    const { size } = await file.stat()
    if (size > mostFile) return { fault: `is too large: ${tooLong}` }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile())
    return text.includes('\0')
      ? { fault: 'has a NUL character in it' }
      : { text: text.replace(/\r\n?/g, '\n') }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { fault: unreadable[code] ?? `cannot be read (${code})` }
  }
}

const unreadable: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: 'is not in UTF-8',
  ENOENT: 'is not there',
  EISDIR: 'is a folder: name the files',
}

function fileOf(name: string, text: string): FileRead {
  const front = splitFrontMatter(text)
  const faults: Noted[] = [...front.faults]
  const { locale, title: given, pinned, at } = readFields(name, front, faults)
  // What follows can only be told when the title is.
  if (front.faults.length > 0 || (front.fields.has('title') && given === undefined)) return { faults }
  const { title, body } = titledBody(front, given, faults)
  if (body.trim() === '') faults.push({ line: front.bodyLine, message: 'there is no text below the title' })
  if (Buffer.byteLength(body) > mostBytes)
    faults.push({ line: front.bodyLine, message: `the text is too long: ${tooLong}` })
  if (faults.length > 0 || !locale || title === undefined) return { faults }
  return { file: { locale, title, body, bodyLine: front.bodyLine, pinned, at } }
}
