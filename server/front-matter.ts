import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'

interface Fault {
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
  faults: Fault[]
}

const fence = /^---[^\S\n]*\n/
const closing = /^(?:---|\.\.\.)[^\S\n]*$/m

/** Parts a text from what stands before it, where something does. Lines end with `\n`. */
export function splitFrontMatter(text: string): FrontMatter {
  const opened = fence.exec(text)?.[0].length
  if (opened === undefined) return { fields: new Map(), body: text, bodyLine: 1, faults: [] }
  const rest = text.slice(opened)
  const end = closing.exec(rest)
  if (!end)
    return {
      fields: new Map(),
      body: '',
      bodyLine: 1,
      faults: [{ line: 1, message: 'the front matter has no end: close it with a line of ---' }],
    }
  const body = rest.slice(end.index + end[0].length).replace(/^\n/, '')
  const bodyLine = 1 + linesIn(text.slice(0, text.length - body.length))
  return { ...readFields(rest.slice(0, end.index)), body, bodyLine }
}

const linesIn = (text: string) => text.split('\n').length - 1

function readFields(yaml: string): Pick<FrontMatter, 'fields' | 'faults'> {
  const lines = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  // The line of the fence comes before.
  const lineAt = (offset = 0) => lines.linePos(offset).line + 1
  const faults = document.errors.map(({ message, pos }) => ({
    line: lineAt(pos[0]),
    message: `the front matter is no YAML: ${message} (put a text with a colon into quotes)`,
  }))
  const fields: FrontMatter['fields'] = new Map()
  if (faults.length > 0 || document.contents === null) return { fields, faults }
  if (!isMap(document.contents))
    return { fields, faults: [{ line: 2, message: 'the front matter is no list of names with values' }] }
  for (const { key, value } of document.contents.items) {
    const line = lineAt(isScalar(key) ? key.range?.[0] : 0)
    fields.set(isScalar(key) ? String(key.value) : '', { value: isScalar(value) ? value.value : value, line })
  }
  return { fields, faults }
}
