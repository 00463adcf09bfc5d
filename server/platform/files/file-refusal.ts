/** The message is for the operator; `line` is where the problem is, if known. */
export class FileRefusal extends Error {
  readonly line: number | undefined

  constructor(reason: string, line?: number) {
    super(reason)
    this.line = line
  }
}

export const quoteValue = (text: string) => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
