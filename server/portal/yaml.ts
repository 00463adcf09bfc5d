import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'

type YamlPath = readonly PropertyKey[]

export interface ParsedYaml {
  value: unknown
  errors: { line: number; message: string }[]
  /** 1-based; of the deepest part of the path that is there. */
  getLine(path: YamlPath): number
}

export function parseYaml(text: string): ParsedYaml {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' })
  const getLine = (path: YamlPath) => lineCounter.linePos(findOffset(document.contents, path)).line
  const errors = document.errors.map(({ message, pos }) => ({
    line: lineCounter.linePos(pos[0]).line,
    message,
  }))
  if (errors.length > 0) return { value: undefined, errors, getLine }
  try {
    return { value: document.toJS(), errors, getLine }
  } catch (error) {
    // Such as aliases that multiply.
    return { value: undefined, errors: [{ line: 1, message: (error as Error).message }], getLine }
  }
}

function findOffset(contents: unknown, path: YamlPath): number {
  let node = contents
  let offset = isNode(contents) ? (contents.range?.[0] ?? 0) : 0
  for (const key of path) {
    const item: unknown = isMap(node)
      ? node.items.find((pair) => isScalar(pair.key) && pair.key.value === key)
      : isSeq(node) && typeof key === 'number'
        ? node.items[key]
        : undefined
    if (item === undefined) break
    const start = isPair(item) ? item.key : item
    if (isNode(start)) offset = start.range?.[0] ?? offset
    node = isPair(item) ? item.value : item
  }
  return offset
}
