import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { readAllTexts } from '#build/text-files.ts'
import { type Strings, splitText } from '#lib/texts/translate.ts'

// Finds texts that nothing shows, and calls that leave a placeholder empty. The compiler already refuses keys without a
// text; here its types tell which keys an expression can have, also one that is built from variables.

const root = pathToFileURL(`${process.cwd()}/`)

/** Placeholders by key; plural forms count as one. */
function listPlaceholders(tree: Strings, prefix: string): [key: string, names: readonly string[]][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [
          [
            `${prefix}${key}`.replace(/_(one|other)$/, ''),
            splitText(value).filter((_, index) => index % 2 === 1),
          ] as [string, string[]],
        ]
      : listPlaceholders(value, `${prefix}${key}.`),
  )
}

const placeholders = new Map(
  [...(await readAllTexts(root, 'ko'))].flatMap(([name, tree]) => listPlaceholders(tree, `${name}:`)),
)

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd())
  return ts.createProgram(
    fileNames.filter((name) => !name.includes('/tests/') && !name.endsWith('.mjs')),
    options,
  )
}

const program = createProgram()
const checker = program.getTypeChecker()
const used = new Set<string>()
const problems: string[] = []

/** The keys that a type allows: itself, or the members of its union. */
const listKeys = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((member) =>
    member.isStringLiteral() && placeholders.has(member.value) ? [member.value] : [],
  )

const describePlace = (node: ts.Node) => {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${file.fileName.replace(`${process.cwd()}/`, '')}:${line + 1}`
}

/** Values that every text of the call needs; of several possible texts, some may need more. */
function checkValues({ arguments: [key, ...others] }: ts.CallExpression): void {
  if (!key) return
  const [first = [], ...rest] = listKeys(checker.getTypeAtLocation(key)).map(
    (name) => placeholders.get(name) ?? [],
  )
  const needed = first.filter((name) => rest.every((names) => names.includes(name)))
  const given = others.map((argument) => checker.getTypeAtLocation(argument))
  const isKnown = given.every((type) => type.getStringIndexType() === undefined)
  const missing = needed.filter((name) => !given.some((type) => type.getProperty(name)))
  if (isKnown && missing.length > 0)
    problems.push(`${describePlace(key)}: no value for ${missing.join(', ')}`)
}

function visit(node: ts.Node): void {
  if (ts.isStringLiteralLike(node) && placeholders.has(node.text)) used.add(node.text)
  else if (ts.isTemplateExpression(node) || ts.isAsExpression(node))
    for (const key of listKeys(checker.getTypeAtLocation(node))) used.add(key)
  if (ts.isCallExpression(node) && /^(t|translate)$/.test(node.expression.getText())) checkValues(node)
  ts.forEachChild(node, visit)
}

for (const file of program.getSourceFiles())
  if (
    !file.isDeclarationFile &&
    !file.fileName.includes('/node_modules/') &&
    !file.fileName.endsWith('.json')
  )
    visit(file)

/** The compiler does not read these: a template stands for every key that begins like it. */
async function readTemplates(): Promise<void> {
  for await (const name of glob('src/**/*.{astro,mdx}')) {
    const code = readFileSync(name, 'utf8')
    for (const [key] of code.matchAll(/[\w-]+:[\w.-]+/g)) if (placeholders.has(key)) used.add(key)
    for (const [, prefix = ''] of code.matchAll(/`([\w-]+:[\w.-]*)\$\{/g))
      for (const key of placeholders.keys()) if (key.startsWith(prefix)) used.add(key)
  }
}

await readTemplates()
for (const key of placeholders.keys()) if (!used.has(key)) problems.push(`nothing shows ${key}`)
if (problems.length > 0) {
  console.error(`${problems.sort().join('\n')}\n${problems.length} problems.`)
  process.exit(1)
}
console.log(`${placeholders.size} texts are shown, with all their values.`)
