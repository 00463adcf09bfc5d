import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'

interface FrontMatterError {
  /** Counts from 1, in the whole text. */
  line: number
  message: string
}

/** A text that begins with lines of YAML between two lines of `---`. */
export interface FrontMatter {
  fields: Map<string, { value: unknown; line: number }>
  body: string
  /** Where the body begins. */
  bodyLine: number
  errors: FrontMatterError[]
}

const openingFence = /^---[^\S\n]*\n/
const closingFence = /^(?:---|\.\.\.)[^\S\n]*$/m

/** Parts a text from what stands before it, where something does. Lines end with `\n`. */
export function parseFrontMatter(text: string): FrontMatter {
  const fenceLength = openingFence.exec(text)?.[0].length
  if (fenceLength === undefined) return { fields: new Map(), body: text, bodyLine: 1, errors: [] }
  const rest = text.slice(fenceLength)
  const end = closingFence.exec(rest)
  if (!end)
    return {
      fields: new Map(),
      body: '',
      bodyLine: 1,
      errors: [{ line: 1, message: 'the front matter has no end: close it with a line of ---' }],
    }
  const body = rest.slice(end.index + end[0].length).replace(/^\n/, '')
  const bodyLine = 1 + countLines(text.slice(0, text.length - body.length))
  return { ...parseFields(rest.slice(0, end.index)), body, bodyLine }
}

const countLines = (text: string) => text.split('\n').length - 1

function parseFields(yaml: string): Pick<FrontMatter, 'fields' | 'errors'> {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  // The line of the fence comes before.
  const lineAt = (offset = 0) => lines.linePos(offset).line + 1
  const errors = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: `the front matter is no YAML: ${message} (put a text with a colon into quotes)`,
  }))
  const fields: FrontMatter['fields'] = new Map()
  if (errors.length > 0 || document.contents === null) return { fields, errors }
  if (!isMap(document.contents))
    return { fields, errors: [{ line: 2, message: 'the front matter is no list of names with values' }] }
  for (const { key, value } of document.contents.items) {
    const line = lineAt(isScalar(key) ? key.range?.[0] : 0)
    fields.set(isScalar(key) ? String(key.value) : '', { value: isScalar(value) ? value.value : value, line })
  }
  return { fields, errors }
}
