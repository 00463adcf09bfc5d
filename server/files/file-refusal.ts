/** A file that cannot be taken in, with a sentence for the operator and the line where there is one. */
export class FileRefusal extends Error {
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.line = line
  }
}

/** A text as it stood in a file, short enough for a message. */
export const quoteValue = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
