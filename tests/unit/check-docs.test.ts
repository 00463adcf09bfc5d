import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/check-docs.ts')
const operating = 'docs/operating'
let folder: string

/** A copy of the documents, with one file of the program that names some. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  for (const name of ['docs', 'README.md', 'GLOSSARY.md', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (path: string) => readFileSync(join(folder, path), 'utf8')

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function check(...args: string[]): { status: number | null; problems: string[] } {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' })
  return { status, problems: stderr.trim().split('\n').slice(0, -1) }
}

const page = (text: string, frontMatter = 'summary: A task.\nkeywords: task') =>
  `---\n${frontMatter}\n---\n# A task\n\n${text}\n\n## If it fails\n\nTry again.\n`

const longSentence = `${'word '.repeat(26).trim()}.`

const faults: readonly (readonly [name: string, text: string, problems: readonly (string | RegExp)[]])[] = [
  ['long', page(longSentence), ['26 words, more than 25: “word word word word word word …”']],
  ['cell', page(`| a | b |\n|---|---|\n| short; short | ${longSentence} |`), [/^26 words/]],
  ['item', page(`- short\n- ${longSentence}`), [/^26 words/]],
  ['summary', page('Text.', `summary: ${longSentence}\nkeywords: task`), [/^26 words/]],
  [
    'front',
    page('Text.', 'title: A task'),
    ['needs a summary in its front matter: one sentence', 'needs keywords in its front matter'],
  ],
  ['title', page('# Another'), ['begins with its title, the only one']],
  ['remedy', page('Text.').replace('If it fails', 'Otherwise'), ['needs a section “If it fails”']],
  ['lines', page('Text.\n\n'.repeat(60)), [/^has \d+ lines, more than 120/]],
  [
    'command',
    page('Run `month shut --month 2026-10`.'),
    ['there is no command “month shut --month 2026-10”'],
  ],
  [
    'option',
    page('Run `month close --quick`.'),
    ['no command that it names has an option --quick (month close)'],
  ],
  [
    'loose',
    page('Run `month close`, with `--month` and `--quick`.'),
    ['no command that it names has an option --quick (month close)'],
  ],
  [
    'example',
    page('```sh\nnpm run operator -- month close --month 2026-10\n```'),
    [/“month close --month 2026-10”: error: required option '--draft <name>' not specified/],
  ],
  [
    'value',
    page('```sh\nDATA_DIR=/tmp npm run operator -- month preview --month 2026-13\n```'),
    [/“month preview --month 2026-13”: error: option '--month <month>' argument '2026-13' is invalid/],
  ],
  ['shell', page('```sh\noperator doctor\n```'), ['a line that is no command: “operator doctor”']],
  ['script', page('Run `npm run nothing`.'), ['package.json has no script “nothing”']],
  ['link', page('[There](../nowhere.md)'), ['the link ../nowhere.md leads nowhere']],
  ['anchor', page('[There](long.md#nowhere)'), ['the link long.md#nowhere leads to no heading']],
]

test('the pages as they are have no holes', () => {
  expect(check()).toEqual({ status: 0, problems: [] })
})

test('a hole of each kind is found', () => {
  const index = read(`${operating}/README.md`)
  const links = faults.map(([name]) => `- [${name}](planted/${name}.md)`)
  write(`${operating}/README.md`, `${index}${links.join('\n')}\n`)
  for (const [name, text] of faults) write(`${operating}/planted/${name}.md`, text)
  write(`${operating}/planted/orphan.md`, page('Text.'))
  write('server/planted.ts', '// See docs/operating/gone.md and docs/operating/start/mail.md, “Gone”.')
  write('docs/hosting.md', `${read('docs/hosting.md')}\n${longSentence}\n`)
  const settings = `${operating}/reference/settings.md`
  write(settings, `${read(settings).replace(/^\| `LOG_LEVEL`.*\n/m, '')}| \`LOG_SIZE\` | size | none |\n`)
  const totals = `${operating}/daily/totals.md`
  write(totals, page('Text.'))

  const { status, problems } = check()
  expect(status).toBe(1)
  const found = (path: string) =>
    problems
      .filter((problem) => problem.startsWith(`${path}: `))
      .map((problem) => problem.slice(path.length + 2))
  for (const [name, , expected] of faults) {
    const own = found(`${operating}/planted/${name}.md`)
    expect(own, name).toHaveLength(expected.length)
    for (const [index, problem] of expected.entries())
      expect(own[index], name).toMatch(typeof problem === 'string' ? exactly(problem) : problem)
  }
  expect(found(`${operating}/planted/orphan.md`)).toEqual([
    'the index does not lead to it: docs/operating/README.md',
  ])
  expect(found('server/planted.ts')).toEqual([
    'there is no docs/operating/gone.md',
    'docs/operating/start/mail.md has no heading “Gone”',
  ])
  expect(found('docs/hosting.md')).toEqual(['26 words, more than 25: “word word word word word word …”'])
  expect(found(settings)).toEqual(['the setting LOG_LEVEL is missing', 'nothing reads the setting LOG_SIZE'])
  expect(found(`${operating}/reference/commands.md`)).toEqual([
    'is not what the commands say: run node scripts/check-docs.ts --write',
  ])
})

test('a command that no page mentions is missing', () => {
  const path = `${operating}/daily/questions.md`
  write(path, read(path).replaceAll('question show', 'question list'))
  expect(check('--write').problems).toContain(
    `${operating}/reference/commands.md: no page says what “question show” is for`,
  )
})

const exactly = (text: string) => new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
