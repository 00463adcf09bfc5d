import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { buildCommand } from '#server/operator/build-command.ts'
import type { OperatorCommand } from '#server/platform/command-line/command.ts'
import { type MarkdownNode, parseMarkdown } from '#server/portal/rich-text/markdown.ts'

// Checks the operator's pages in docs/operating: short sentences, a summary and keywords for a search, a way in from the
// index, links and names of documents that lead somewhere, and commands that exist, with options that they have. Each
// command stands on a page. `--write` writes the list of commands.

type Node = MarkdownNode | { type: string; value?: string; children?: readonly Node[] }

interface Page {
  readonly path: string
  readonly lines: readonly string[]
  readonly frontMatter: unknown
  readonly nodes: readonly Node[]
}

const maxWords = 25
const maxLines = 120
const folder = 'docs/operating/'
const index = `${folder}README.md`
const commandPage = `${folder}reference/commands.md`
const settingsPage = `${folder}reference/settings.md`
const trouble = 'If it fails'
const registry = new URL('../server/operator/registry.ts', import.meta.url)
/** In the order of the README. */
const rooms = ['operations', 'settlement', 'portal', 'channels', 'people', 'reports']

const problems: string[] = []
const report = (path: string, problem: string) => problems.push(`${path}: ${problem}`)

/** The registry loads modules by name: their folder is the room. */
async function readCommands(): Promise<{ room: string; command: OperatorCommand }[]> {
  const modules = readFileSync(registry, 'utf8').matchAll(/import\('#server\/((\w+)\/[^']+)'\)/g)
  const loaded = await Promise.all(
    Array.from(modules, async ([, path = '', room = '']) => {
      const { commands } = await import(new URL(`../server/${path}`, import.meta.url).href)
      return (commands as OperatorCommand[]).map((command) => ({ room, command }))
    }),
  )
  return loaded.flat()
}

const readPages = new Map<string, Page>()

function readPage(path: string): Page {
  const known = readPages.get(path)
  if (known) return known
  const page = parsePage(path)
  readPages.set(path, page)
  return page
}

function parsePage(path: string): Page {
  const text = readFileSync(path, 'utf8')
  const [whole = '', yaml] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
  return {
    path,
    lines: text.trimEnd().split('\n'),
    frontMatter: yaml === undefined ? undefined : parseYaml(yaml),
    nodes: parseMarkdown(text.slice(whole.length)).children,
  }
}

const listChildren = (node: Node): readonly Node[] => ('children' in node && node.children) || []

const listNodes = (nodes: readonly Node[], type: string): Node[] =>
  nodes.flatMap((node) => [...(node.type === type ? [node] : []), ...listNodes(listChildren(node), type)])

const getValue = (node: Node): string => ('value' in node && node.value) || ''

/** `code`: what stands for code, which counts as a word. */
const getText = (node: Node, code?: string): string =>
  node.type === 'break'
    ? ' '
    : node.type === 'inlineCode' && code !== undefined
      ? code
      : getValue(node) +
        listChildren(node)
          .map((child) => getText(child, code))
          .join('')

function checkForm({ path, lines, frontMatter, nodes }: Page): void {
  const { summary, keywords } = (frontMatter ?? {}) as Record<string, unknown>
  if (typeof summary !== 'string' || !/^[^.]+\.$/.test(summary))
    report(path, 'needs a summary in its front matter: one sentence')
  else checkText(path, summary)
  if (typeof keywords !== 'string' || keywords === '') report(path, 'needs keywords in its front matter')
  const [first] = nodes
  const titles = listHeadings(nodes).filter(({ depth }) => depth === 1)
  if (first?.type !== 'heading' || titles.length !== 1) report(path, 'begins with its title, the only one')
  if (path === commandPage || path === index) return
  if (lines.length > maxLines)
    report(path, `has ${lines.length} lines, more than ${maxLines}: make two tasks of it`)
  const isTask = !path.startsWith(`${folder}reference/`)
  if (isTask && !listHeadings(nodes).some(({ text }) => text === trouble))
    report(path, `needs a section “${trouble}”`)
}

const listHeadings = (nodes: readonly Node[]) =>
  listNodes(nodes, 'heading').map((node) => ({
    depth: 'depth' in node ? node.depth : 0,
    text: getText(node),
  }))

/** Cells of tables are lists: a semicolon ends a sentence there. */
function checkSentences({ path, nodes }: Page): void {
  const texts = [...listNodes(nodes, 'paragraph'), ...listNodes(nodes, 'heading')]
  for (const node of texts) checkText(path, getText(node, 'code'))
  for (const cell of listNodes(nodes, 'tableCell'))
    for (const text of getText(cell, 'code').split(';')) checkText(path, text)
}

function checkText(path: string, text: string): void {
  for (const sentence of text.replaceAll('\n', ' ').split(/(?<=[.!?][”’")]*)\s+/)) {
    const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
    if (words.length > maxWords)
      report(path, `${words.length} words, more than ${maxWords}: “${words.slice(0, 6).join(' ')} …”`)
  }
}

function checkCommands({ path, nodes }: Page): void {
  const own = new Set<OperatorCommand>()
  const loose: string[] = []
  for (const node of listNodes(nodes, 'inlineCode')) {
    const text = getValue(node).replace(/^npm run operator -- /, '')
    const found = findCommand(text.split(/\s+/))
    if (found === 'unknown') report(path, `there is no command “${text}”`)
    else if (found) {
      own.add(found)
      for (const option of listOptions(text)) checkOption(path, [found], option)
    } else if (text.startsWith('--')) loose.push(...listOptions(text))
    const [, script] = /^npm run (?!operator)([\w:-]+)/.exec(text) ?? []
    if (script !== undefined) checkScript(path, script)
  }
  for (const node of listNodes(nodes, 'code').filter((code) => 'lang' in code && code.lang === 'sh'))
    for (const line of getValue(node).split('\n')) {
      const command = checkLine(path, line)
      if (command) own.add(command)
    }
  for (const option of loose) checkOption(path, [...own], option)
  for (const { name } of own) mentions.set(name, [...(mentions.get(name) ?? []), path])
}

function checkScript(path: string, name: string): void {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (!(name in scripts)) report(path, `package.json has no script “${name}”`)
}

/** A word may be something else than a family of commands; a word after it makes it one. */
function findCommand([word = '', second]: readonly string[]): OperatorCommand | 'unknown' | undefined {
  const command = byName.get(word) ?? byName.get(`${word} ${second}`)
  if (command) return command
  const isFamily = commands.some(({ command: { name } }) => name.startsWith(`${word} `))
  return isFamily && second !== undefined && /^[a-z][a-z-]*$/.test(second) ? 'unknown' : undefined
}

const listOptions = (text: string) =>
  Array.from(text.matchAll(/(?<=^|\s)--[a-z][a-z-]*/g), ([option]) => option)

function checkOption(path: string, known: readonly OperatorCommand[], option: string): void {
  const flags = known.flatMap(({ parameters = {} }) =>
    Object.values(parameters).flatMap((parameter) => [
      parameter.flags,
      ...(parameter.opposite === undefined ? [] : [parameter.flags.replace('--', '--no-')]),
    ]),
  )
  const options = ['--help', '--as', ...flags.flatMap((each) => each.split(/[ ,]+/))]
  if (!options.includes(option))
    report(
      path,
      `no command that it names has an option ${option} (${known.map(({ name }) => name).join(', ')})`,
    )
}

/** @returns the command, whose parser has taken the line */
function checkLine(path: string, line: string): OperatorCommand | undefined {
  const text = line.replace(/^(?:[A-Z_]+=\S+ )+/, '')
  const [, script] = /^npm (?:run )?([\w:-]+)/.exec(text) ?? []
  if (script === undefined) {
    if (!/^alias /.test(text)) report(path, `a line that is no command: “${line}”`)
    return undefined
  }
  checkScript(path, script)
  if (script !== 'operator') return undefined
  const call = text.replace(/^npm run operator -- /, '')
  const words = call.match(/'[^']*'|(?:"[^"]*"|[^\s"])+/g) ?? []
  const args = words.map((word) => word.replaceAll(/^'|'$|"/g, ''))
  const command = findCommand(args)
  if (!command || command === 'unknown') {
    report(path, `there is no command “${call}”`)
    return undefined
  }
  try {
    buildCommand(command, () => {})
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parse(args.slice(command.name.split(' ').length), { from: 'user' })
  } catch (error) {
    report(path, `“${call}”: ${(error as Error).message}`)
  }
  return command
}

function checkIndex(): void {
  const links = listNodes(readPage(index).nodes, 'link').map((node) =>
    posix.join(folder, 'url' in node ? String(node.url) : ''),
  )
  for (const { path } of pages)
    if (path !== index && !links.includes(path)) report(path, `the index does not lead to it: ${index}`)
}

/** Variables of the configuration, but for what processes set for each other. */
function checkSettings(): void {
  const source = readFileSync(new URL('../server/platform/config.ts', import.meta.url), 'utf8')
  const read = new Set(Array.from(source.matchAll(/\benvironment\.([A-Z_]+)/g), ([, name = '']) => name))
  read.delete('PROCESS_NUMBER')
  const rows = readFileSync(settingsPage, 'utf8').match(/^\| `.*?\|/gm) ?? []
  const written = rows.flatMap((row) => Array.from(row.matchAll(/`(\w+)`/g), ([, name = '']) => name))
  for (const name of read) if (!written.includes(name)) report(settingsPage, `the setting ${name} is missing`)
  for (const name of written)
    if (!new RegExp(`\\b${name}\\b`).test(source)) report(settingsPage, `nothing reads the setting ${name}`)
}

function checkCommandPage(): void {
  for (const { name } of byName.values())
    if (!mentions.has(name)) report(commandPage, `no page says what “${name}” is for`)
  const text = formatCommandPage()
  if (process.argv.includes('--write')) writeFileSync(commandPage, text)
  else if (!existsSync(commandPage) || readFileSync(commandPage, 'utf8') !== text)
    report(commandPage, 'is not what the commands say: run node scripts/check-docs.ts --write')
}

function formatCommandPage(): string {
  const sections = rooms.map((room) => {
    const rows = commands
      .filter((each) => each.room === room)
      .map(({ command: { name, summary } }) => {
        const links = (mentions.get(name) ?? []).map((path) => {
          const [title] = listHeadings(readPage(path).nodes)
          return `[${title?.text}](../${path.slice(folder.length)})`
        })
        return `| \`${name}\` | ${summary} | ${links.join('; ')} |`
      })
    return `## ${room[0]?.toUpperCase()}${room.slice(1)}\n\n| command | what it does | pages |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `---
summary: Every command of the operator by room, with the pages that use it.
keywords: commands, command line, operator help, list of commands
---
# Commands

Begin each with \`npm run operator --\`; \`--help\` after it prints its options and examples. Every command takes \`--as\`:
[who changed what](../daily/audit.md#say-who-you-are). \`node scripts/check-docs.ts --write\` writes this page.

${sections.join('\n')}`
}

/** As GitHub makes anchors of headings. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

function checkLinks({ path, nodes }: Page): void {
  for (const node of [...listNodes(nodes, 'link'), ...listNodes(nodes, 'image')]) {
    const url = 'url' in node ? String(node.url) : ''
    if (/^\w+:/.test(url)) continue
    const [file = '', anchor] = url.split('#')
    const target = file === '' ? path : posix.join(posix.dirname(path), file)
    if (!existsSync(target)) report(path, `the link ${url} leads nowhere`)
    else if (anchor !== undefined && !hasHeading(target, (text) => toAnchor(text) === anchor))
      report(path, `the link ${url} leads to no heading`)
  }
}

const hasHeading = (path: string, matches: (text: string) => boolean) =>
  listHeadings(readPage(path).nodes).some(({ text }) => matches(text))

/** Messages and comments name documents, and headings in quotation marks. */
function checkReferences(path: string): void {
  const text = readFileSync(path, 'utf8')
  for (const [, document = '', heading] of text.matchAll(/\b(docs\/[\w/-]+\.md)(?:,?\s“([^”]+)”)?/g))
    if (!existsSync(document)) report(path, `there is no ${document}`)
    else if (heading !== undefined && !hasHeading(document, (each) => each === heading))
      report(path, `${document} has no heading “${heading}”`)
}

const commands = await readCommands()
const byName = new Map(commands.map(({ command }) => [command.name, command]))
const pages = globSync(`${folder}**/*.md`)
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map(readPage)
const mentions = new Map<string, string[]>()

for (const page of pages) {
  checkForm(page)
  if (page.path !== commandPage) checkCommands(page)
}
for (const page of [...pages, ...['docs/hosting.md', 'docs/data.md'].map(readPage)]) checkSentences(page)
checkIndex()
checkSettings()
checkCommandPage()
for (const path of globSync(['README.md', 'docs/*.md', `${folder}**/*.md`, 'docs/decisions/*.md']))
  checkLinks(readPage(path))
// Tests of the checks name documents that are not there.
for (const path of globSync([
  '{contract,server,src,scripts,tests}/**/*.{ts,tsx,mjs,sql,astro}',
  'docs/monitoring/*',
]))
  if (!/tests[/\\]unit[/\\]check-/.test(path)) checkReferences(path)

for (const problem of problems) console.error(problem)
console.error(
  problems.length === 0 ? `${pages.length} pages of ${folder} are in order.` : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1
