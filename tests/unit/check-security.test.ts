import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/check-security.ts')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
let folder: string

/** A copy of what the page names: files are empty but for documents and tests. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-security-'))
  for (const entry of globSync(['{contract,server,src,scripts,.ci}/**/*', '*.*'], {
    cwd: root,
    withFileTypes: true,
  }))
    if (entry.isFile()) write(relative(root, join(entry.parentPath, entry.name)), '')
  for (const name of ['docs', 'tests']) cpSync(join(root, name), join(folder, name), { recursive: true })
  write(
    'tests/unit/doctored.test.ts',
    `describe('a door', () => {
      test('is closed at night', () => {})
      test.skip('is locked', () => {})
      test('opens', { skip: true }, () => {})
      test.todo('squeaks')
    })
    describe.skip('a window', () => {
      test('is closed in winter', () => {})
    })`,
  )
  write('tests/unit/skipped.test.ts', `test.skip('nothing runs', () => {})`)
  write('server/one/twice.ts', '')
  write('server/two/twice.ts', '')
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function check(text: string): { status: number | null; problems: string[] } {
  write('docs/security.md', text)
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
  return { status, problems: stderr.trim().split('\n').slice(0, -1) }
}

/** Replaces what follows the name of rows, by their numbers. */
function doctor(rows: Readonly<Record<string, string>>): string {
  const replace = (line: string) => {
    const [, id = ''] = /^\| (\d+\.\d+\.\d+) /.exec(line) ?? []
    return rows[id] ? `| ${id} doctored ${rows[id]}` : line
  }
  return page.split('\n').map(replace).join('\n')
}

const findLine = (id: string) => page.split('\n').findIndex((row) => row.startsWith(`| ${id} `)) + 1

test('the page as it is has no holes, and an untouched row none either', () => {
  expect(check(page)).toEqual({ status: 0, problems: [] })
  const row = '| met | `credentials/password-hash.ts` | unit/doctored “is closed”, “door”, types |'
  expect(check(doctor({ '6.2.8': row }))).toEqual({ status: 0, problems: [] })
})

const holes = [
  [
    'a test that is not there',
    '| met | how | unit/nothing |',
    'there is no test unit/nothing: correct the path',
  ],
  ['no proof', '| met | how | |', 'name a test, a step of npm test, or “review”'],
  [
    'a proof that is neither',
    '| met | how | trust |',
    '“trust” is no test and no step: name a path below tests/',
  ],
  [
    'words that no title has',
    '| met | how | unit/doctored “is open” |',
    'no test of tests/unit/doctored.test.ts has “is open” in its title: quote one that does',
  ],
  [
    'a test that is skipped',
    '| met | how | unit/doctored “is locked” |',
    '“is locked” of tests/unit/doctored.test.ts is skipped: name a test that runs',
  ],
  [
    'a test that an option skips',
    '| met | how | unit/doctored “opens” |',
    '“opens” of tests/unit/doctored.test.ts is skipped: name a test that runs',
  ],
  [
    'a test that is to be written',
    '| met | how | unit/doctored “squeaks” |',
    '“squeaks” of tests/unit/doctored.test.ts is skipped: name a test that runs',
  ],
  [
    'a test in a group that is skipped',
    '| met | how | unit/doctored “in winter” |',
    '“in winter” of tests/unit/doctored.test.ts is skipped: name a test that runs',
  ],
  [
    'a file of which nothing runs',
    '| met | how | unit/skipped |',
    'tests/unit/skipped.test.ts has no test that runs: name one that does',
  ],
  [
    'a file that is not there',
    '| met | `people/nothing.ts` | unit/doctored |',
    'there is no `people/nothing.ts`: correct the path',
  ],
  [
    'a file that could be two',
    '| met | `twice.ts` | unit/doctored |',
    '`twice.ts` is the end of 2 paths: write more of it (server/one/twice.ts, server/two/twice.ts)',
  ],
  [
    'a review of nothing',
    '| met | how | review |',
    '“review” needs something to review: name a file or a document, or write a test',
  ],
  [
    'a state that is none',
    '| done | how | unit/doctored |',
    'the state “done” is none of met, n/a, accepted, open',
  ],
  ['no reason', '| n/a | | |', 'say how it is met, or why not'],
  [
    'a deviation that no decision accepts',
    '| accepted | how | |',
    'docs/decisions/0039-deviations-from-asvs.md does not name ID: write there what limits the risk',
  ],
] as const
const references = [
  ['a decision', 'decision 9999', 'there is no decision 9999: correct its number'],
  [
    'a link to a decision',
    '[0039](decisions/0039-else.md)',
    'there is no docs/decisions/0039-else.md: correct the link',
  ],
  ['a document', 'nothing.md', 'there is no docs/nothing.md: correct the name'],
  ['a heading', 'hosting.md “Gopher”', 'docs/hosting.md has no heading “Gopher”: quote one that it has'],
  ['a row', 'as 6.2.99', 'there is no row 6.2.99: correct its number'],
] as const

test('each hole is found, with its line and its row', () => {
  const ids = [...page.matchAll(/^\| (\d+\.\d+\.\d+) [^|]*\| met /gm)].map(([, id = '']) => id)
  const doctored = [
    ...holes.map(([hole, row, problem]) => ({ hole, row, problem })),
    ...references.map(([hole, how, problem]) => ({ hole, row: `| met | ${how} | unit/doctored |`, problem })),
  ].map((one, index) => ({ ...one, id: ids[index] ?? '' }))
  const { status, problems } = check(doctor(Object.fromEntries(doctored.map(({ id, row }) => [id, row]))))
  expect(status).toBe(1)
  for (const { hole, id, problem } of doctored)
    expect({
      hole,
      problems: problems.filter((text) => text.startsWith(`docs/security.md:${findLine(id)}: `)),
    }).toEqual({
      hole,
      problems: [
        expect.stringMatching(
          new RegExp(`: (?:${RegExp.escape(id)}: )?${RegExp.escape(problem.replace('ID', id))}$`),
        ),
      ],
    })
  // Other states change the counts as well.
  expect(problems).toHaveLength(doctored.length + 1)
})

test('a test that only the prose names has to be there as well', () => {
  const doctored = page.replace(
    '## V1 ',
    'Proved by server/people/nothing and unit/doctored “is locked”.\n\n## V1 ',
  )
  expect(check(doctored).problems).toEqual([
    expect.stringMatching(
      /^docs\/security\.md:\d+: there is no test server\/people\/nothing: correct the path$/,
    ),
    expect.stringContaining('“is locked” of tests/unit/doctored.test.ts is skipped'),
  ])
})

test('rows that are missing, twice or of no standard are found, and counts that are wrong', () => {
  const line = findLine('6.2.8')
  const { problems } = check(page.replace('| 6.2.8 ', '| 6.2.7, 6.2.13 '))
  expect(problems).toEqual([
    `docs/security.md:${line}: 6.2.13: ASVS has no such requirement at levels 1 and 2`,
    `docs/security.md:${line}: 6.2.7: another row has it already: leave one`,
    'docs/security.md: 6.2.8: no row has it: add one',
    expect.stringMatching(/^docs\/security\.md:\d+: counts: the rows say \| 254 requirements \|/),
  ])
})
