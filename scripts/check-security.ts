import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { lastRequirements } from './asvs.ts'
import { listTestTitles, type TestTitle } from './test-titles.ts'

// Checks that docs/security.md proves what it says: each requirement of OWASP ASVS has one row; each row that is met
// names tests that exist and run, with the words of their titles in quotation marks; files, documents, decisions and
// counts are right.

interface Row {
  readonly line: number
  readonly name: string
  readonly ids: readonly string[]
  readonly state: string
  readonly how: string
  readonly proof: string
  /** The prose between the chapter's heading and its table. */
  readonly prose: string
}

interface Proof {
  readonly name: string
  /** Words of titles, in quotation marks. */
  readonly phrases: readonly string[]
}

const page = 'docs/security.md'
const accepted = 'docs/decisions/0039-deviations-from-asvs.md'
const states = ['met', 'n/a', 'accepted', 'open']
const steps = ['types', 'lint', 'import rules']
const extensions = '(?:ts|tsx|mjs|sql|json|astro|css|yml|md)'
const testName = /^(?:unit|server|islands|site|e2e|faults|specification)\/[\w/-]+$/

const lines = readFileSync(page, 'utf8').split('\n')
const files = globSync(['{contract,server,src,scripts,tests,docs,.ci}{,/**/*}', '*.*'])
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const titles = new Map<string, TestTitle[]>()
const rows = parseRows()

const problems = [
  ...rows.flatMap(checkRow),
  ...checkRequirements(),
  ...checkCounts(),
  ...lines.flatMap((line, index) =>
    checkReferences(line).map((problem) => `${page}:${index + 1}: ${problem}`),
  ),
]
for (const problem of problems) console.error(problem)
console.error(
  problems.length === 0 ? `${rows.length} rows of ${page} are proved.` : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** Reads the tables whose header begins with “requirement”. */
function parseRows(): Row[] {
  const found: Row[] = []
  let prose = ''
  let isTable = false
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) prose = ''
    if (line.startsWith('| requirement |')) isTable = true
    else if (!line.startsWith('|')) isTable = false
    if (!isTable) {
      if (!line.startsWith('#')) prose += line.trim()
      continue
    }
    const cells = line.split('|').map((cell) => cell.trim())
    const [, name = '', state = '', how = '', proof = ''] = cells
    if (/^\d/.test(name))
      found.push({ line: index + 1, name, ids: expandIds(name), state, how, proof, prose })
  }
  return found
}

/** Lists the requirements of a row: `1.4.1, 1.4.3` are two, `9.1.1–9.2.4` all from the first to the last. */
function expandIds(name: string): string[] {
  return [...name.matchAll(/(\d+\.\d+\.\d+)(?:–(\d+\.\d+\.\d+))?/g)].flatMap(([, first = '', last]) => {
    if (last === undefined) return [first]
    const all = listRequirements()
    return all.slice(all.indexOf(first), all.indexOf(last) + 1)
  })
}

function listRequirements(): string[] {
  return Object.entries(lastRequirements).flatMap(([section, last]) =>
    Array.from({ length: last }, (_, index) => `${section}.${index + 1}`),
  )
}

function checkRow(row: Row): string[] {
  return listProblems(row).map((problem) => `${page}:${row.line}: ${row.ids.join(', ')}: ${problem}`)
}

function listProblems(row: Row): string[] {
  const { state, how, proof } = row
  if (!states.includes(state)) return [`the state “${state}” is none of ${states.join(', ')}`]
  const proofs = parseProofs(proof)
  return [
    ...(how === '' ? ['say how it is met, or why not'] : []),
    ...(state === 'met' && proofs.length === 0 ? ['name a test, a step of npm test, or “review”'] : []),
    ...(state === 'accepted' ? checkAcceptance(row) : []),
    ...proofs.flatMap((one) => checkProof(row, one)),
    ...listPaths(`${row.name} ${how} ${proof}`).flatMap(checkPath),
  ]
}

/** A deviation stands in the decision about them, or names another. */
function checkAcceptance({ ids, how }: Row): string[] {
  if (/decision \d{4}/.test(how)) return []
  const text = existsSync(accepted) ? readFileSync(accepted, 'utf8') : ''
  return ids
    .filter((id) => !new RegExp(`(?<![\\d.])${RegExp.escape(id)}(?![\\d.]*\\d)`).test(text))
    .map((id) => `${accepted} does not name ${id}: write there what limits the risk`)
}

/** Phrases belong to the name before them. */
function parseProofs(proof: string): Proof[] {
  const found: { name: string; phrases: string[] }[] = []
  for (const [, phrase, name = ''] of proof.matchAll(/“([^”]*)”|([^,“”]+)/g))
    if (phrase !== undefined) found.at(-1)?.phrases.push(phrase)
    else if (name.trim() !== '') found.push({ name: name.trim(), phrases: [] })
  return found
}

function checkProof(row: Row, proof: Proof): string[] {
  const { name } = proof
  if (name === 'review') return checkReview(row)
  if (testName.test(name)) return checkTest(proof)
  const isNamed = steps.includes(name) || name.startsWith('`')
  return isNamed ? [] : [`“${name}” is no test and no step: name a path below tests/`]
}

function checkTest({ name, phrases }: Proof): string[] {
  const file = findTest(name)
  if (!file) return [`there is no test ${name}: correct the path`]
  const all = getTitles(file)
  if (phrases.length === 0)
    return all.some((title) => !title.isGroup && !title.isSkipped)
      ? []
      : [`${file} has no test that runs: name one that does`]
  return phrases.flatMap((phrase) => checkPhrase(file, all, phrase))
}

function checkPhrase(file: string, all: readonly TestTitle[], phrase: string): string[] {
  const matching = all.filter((title) => title.parts.some((part) => part.includes(phrase)))
  if (matching.length === 0) return [`no test of ${file} has “${phrase}” in its title: quote one that does`]
  if (matching.every((title) => title.isSkipped))
    return [`“${phrase}” of ${file} is skipped: name a test that runs`]
  return []
}

function checkReview({ how, proof, prose }: Row): string[] {
  const isNamed =
    listPaths(`${how} ${proof}`).length > 0 ||
    listDocuments(how).length > 0 ||
    /\bdecision \d{4}/.test(how) ||
    (/\babove\b/.test(how) && prose !== '')
  return isNamed ? [] : ['“review” needs something to review: name a file or a document, or write a test']
}

function findTest(name: string): string | undefined {
  return ['.test.ts', '.test.tsx', '.spec.ts']
    .map((extension) => `tests/${name}${extension}`)
    .find((file) => existsSync(file))
}

function getTitles(file: string): TestTitle[] {
  const known = titles.get(file) ?? listTestTitles(file, readFileSync(file, 'utf8'))
  titles.set(file, known)
  return known
}

/** Lists what is written as code and looks like a path of the project. */
function listPaths(text: string): string[] {
  const pattern = new RegExp(`^(?:[\\w.-]+/[\\w./-]*|[\\w.-]+\\.${extensions})$`)
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code).filter((code) => pattern.test(code))
}

/** A path is whole, or the end of exactly one file or folder. */
function checkPath(path: string): string[] {
  const name = path.replace(/\/$/, '')
  if (files.includes(name)) return []
  const matching = files.filter((file) => file.endsWith(`/${name}`))
  if (matching.length === 1) return []
  return matching.length === 0
    ? [`there is no \`${path}\`: correct the path`]
    : [`\`${path}\` is the end of ${matching.length} paths: write more of it (${matching.join(', ')})`]
}

function listDocuments(text: string): string[] {
  return [...text.matchAll(/(?<![\w/-])(?:[a-z-]+\/)*[a-z-]+\.md\b/g)].map(([document]) => document)
}

/** Checks what the prose and the tables above a chapter name as well: documents, their headings, decisions, rows. */
function checkReferences(line: string): string[] {
  return [
    ...listDocuments(line)
      .filter((document) => !existsSync(posix.join('docs', document)))
      .map((document) => `there is no docs/${document}: correct the name`),
    ...[...line.matchAll(/(?<![\w/-])((?:[a-z-]+\/)*[a-z-]+\.md)\)?,? “([^”]+)”/g)].flatMap(
      ([, document = '', heading = '']) => checkHeading(document, heading),
    ),
    ...listDecisions(line)
      .filter((number) => !files.some((file) => file.startsWith(`docs/decisions/${number}-`)))
      .map((number) => `there is no decision ${number}: correct its number`),
    ...[...line.matchAll(/\]\((decisions\/[^)]+)\)/g)]
      .filter(([, link = '']) => !existsSync(posix.join('docs', link)))
      .map(([, link]) => `there is no docs/${link}: correct the link`),
    ...[...line.matchAll(/\bas (\d+\.\d+\.\d+)/g)]
      .filter(([, id = '']) => !rows.some((row) => row.ids.includes(id)))
      .map(([, id]) => `there is no row ${id}: correct its number`),
    ...(/^\| \d/.test(line) ? [] : checkProse(line)),
  ]
}

/** Prose and other tables name tests and files as well. */
function checkProse(line: string): string[] {
  const tests = line
    .replace(/`[^`]*`/g, '')
    .matchAll(/(?<![\w/])((?:unit|server|islands|site|e2e|faults|specification)\/[\w/-]+)((?:,? “[^”]+”)*)/g)
  return [
    ...listPaths(line).filter(isFile).flatMap(checkPath),
    ...[...tests].flatMap(([, name = '', phrases = '']) =>
      checkTest({ name, phrases: [...phrases.matchAll(/“([^”]+)”/g)].map(([, phrase = '']) => phrase) }),
    ),
  ]
}

/** Outside of rows, code with slashes may be the path of a call. */
function isFile(path: string): boolean {
  return new RegExp(`\\.${extensions}$|/$`).test(path)
}

function checkHeading(document: string, heading: string): string[] {
  const path = posix.join('docs', document)
  if (!existsSync(path)) return []
  const isFound = readFileSync(path, 'utf8')
    .split('\n')
    .some((line) => line.startsWith('#') && line.includes(heading))
  return isFound ? [] : [`${path} has no heading “${heading}”: quote one that it has`]
}

function listDecisions(line: string): string[] {
  return [
    ...line.matchAll(/\bdecisions? (\d{4})(?:(?:, | and | to )(\d{4}))*|\((\d{4})\)|\[(\d{4})\]/g),
  ].flatMap((match) => match.slice(1).filter((number) => number !== undefined))
}

function checkRequirements(): string[] {
  const known = listRequirements()
  const named = rows.flatMap((row) => row.ids.map((id) => ({ id, line: row.line })))
  return [
    ...named
      .filter(({ id }) => !known.includes(id))
      .map(({ id, line }) => `${page}:${line}: ${id}: ASVS has no such requirement at levels 1 and 2`),
    ...named
      .filter(({ id }, index) => named.findIndex((other) => other.id === id) < index)
      .map(({ id, line }) => `${page}:${line}: ${id}: another row has it already: leave one`),
    ...known
      .filter((id) => named.every((other) => other.id !== id))
      .map((id) => `${page}: ${id}: no row has it: add one`),
  ]
}

/** Compares the table at the top with the rows. */
function checkCounts(): string[] {
  const index = lines.findIndex((line) => /^\| \d+ requirements \|/.test(line))
  const counted = states.map((state) =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + row.ids.length, 0),
  )
  const expected = `| ${counted.reduce((sum, count) => sum + count, 0)} requirements | ${counted.join(' | ')} |`
  return lines[index] === expected ? [] : [`${page}:${index + 1}: counts: the rows say ${expected}`]
}
