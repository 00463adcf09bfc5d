/** A file is invalid. The message is for the operator; `line` is the line of the problem, if there is one. */
export class FileRefusal extends Error {
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.line = line
  }
}

/** Quotes a value of a file for a message, shortened. */
export const quoteValue = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
