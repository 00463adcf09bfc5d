/** The message is for the operator; `line` is where the problem is, if known. */
export class FileRefusal extends Error {
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.line = line
  }
}

export const saveAsUtf8 = 'save it as “CSV UTF-8” in the spreadsheet'

/** The text is in another encoding than UTF-8, or it is no text. */
export class EncodingRefusal extends FileRefusal {
  constructor(line?: number) {
    super(`it is not UTF-8 text: ${saveAsUtf8}`, line)
  }
}

/** `line`: the last one. */
export const createTruncationRefusal = (line: number) =>
  new FileRefusal(
    'the file is truncated: its last line has no line break and is incomplete; download it again, or add a line break at its end if nothing is missing',
    line,
  )

export const quoteValue = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
