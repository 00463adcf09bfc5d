import ts from 'typescript'

/** A test or a `describe` of a test file. */
export interface TestTitle {
  /** The title's literal parts: a template has one before, between and after its expressions. */
  readonly parts: readonly string[]
  readonly isSkipped: boolean
  /** A `describe` with no test that runs counts as skipped. */
  readonly isGroup: boolean
}

const roots = new Set(['test', 'describe', 'it'])
const groups = new Set(['describe'])
const skips = new Set(['skip', 'todo', 'fixme'])

/** Lists tests and `describe`s; conditions such as `skipIf` count as running, because some machine runs them. */
export function listTestTitles(file: string, source: string): TestTitle[] {
  const found: TestTitle[] = []
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), false)
  return found

  function visit(node: ts.Node, isSkipped: boolean): void {
    const names = ts.isCallExpression(node) ? getCalleeNames(node.expression) : []
    const parts = ts.isCallExpression(node) && node.arguments[0] ? getParts(node.arguments[0]) : undefined
    if (!roots.has(names[0] ?? '') || names.includes('step') || !ts.isCallExpression(node) || !parts) {
      ts.forEachChild(node, (child) => visit(child, isSkipped))
      return
    }
    const skipped = isSkipped || names.some((name) => skips.has(name)) || node.arguments.some(hasSkipOption)
    const isGroup = names.some((name) => groups.has(name))
    const index = found.length
    found.push({ parts, isSkipped: skipped, isGroup })
    for (const child of node.arguments) visit(child, skipped)
    const hasTest = found.slice(index + 1).some((title) => !title.isGroup && !title.isSkipped)
    if (isGroup && !hasTest) found[index] = { parts, isSkipped: true, isGroup }
  }
}

/** Reads `test.describe.each(rows)` as test, describe, each. */
function getCalleeNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text]
  if (ts.isPropertyAccessExpression(callee)) return [...getCalleeNames(callee.expression), callee.name.text]
  if (ts.isCallExpression(callee)) return getCalleeNames(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return getCalleeNames(callee.tag)
  return []
}

function getParts(title: ts.Expression): string[] | undefined {
  if (ts.isStringLiteralLike(title)) return [title.text]
  if (!ts.isTemplateExpression(title)) return undefined
  return [title.head.text, ...title.templateSpans.map((span) => span.literal.text)]
}

/** True for the options `{ skip: true }` and `{ todo: true }`. */
function hasSkipOption(options: ts.Expression): boolean {
  return (
    ts.isObjectLiteralExpression(options) &&
    options.properties.some(
      (property) =>
        ts.isPropertyAssignment(property) &&
        skips.has(property.name.getText()) &&
        property.initializer.kind === ts.SyntaxKind.TrueKeyword,
    )
  )
}
