import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entries, type Level, listTests } from './sentences.ts'

const decisions = 'docs/decisions'
const differing = entries.filter((entry) => entry.record !== undefined)
/** The record that lists the differences. */
const list = readFileSync(`${decisions}/0075-where-the-product-differs.md`, 'utf8')
/** Its first column: section, a colon, and the words of the list. */
const listed = [...list.matchAll(/^\| (\d [^|]+?) \|/gm)].map(([, sentence]) => sentence)

const files: Readonly<Record<Level, string>> = {
  text: 'text.test.ts',
  api: 'api.spec.ts',
  visitor: 'visitor.spec.ts',
  manager: 'manager.spec.ts',
}

test('each sentence has a test, and each test a sentence', () => {
  for (const [level, file] of Object.entries(files)) {
    const source = readFileSync(`tests/specification/${file}`, 'utf8')
    expect(source, file).toContain(`listTests('${level}', tests`)
    expect(source, file).not.toMatch(/\.(only|skip|todo|fixme)\b/)
    for (const { sentence } of entries.filter((entry) => entry.level === level))
      expect(source, file).toContain(`'${sentence}'`)
  }
})

test('a sentence without a test, and a test without a sentence, fail', () => {
  expect(() => listTests('api', {})).toThrow('No test of: 1 people register')
  expect(() => listTests('text', { '9 something else': () => {} })).toThrow('9 something else')
})

test('a difference has a record, which exists and names it', () => {
  const records = readdirSync(decisions)
  for (const { sentence, record } of differing)
    expect(
      records.some((name) => name.startsWith(`${record}-`)),
      sentence,
    ).toBe(true)
  expect(listed.sort()).toEqual(differing.map(({ sentence }) => sentence).sort())
})

test('every section has sentences, in order', () => {
  const sections = entries.map(({ sentence }) => Number(sentence[0]))
  expect(sections).toEqual(sections.toSorted())
  expect([...new Set(sections)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('docs/testing.md has the counts', () => {
  const counts = `${entries.length} sentences: ${entries.length - differing.length} as specified, ${differing.length} that differ`
  console.info(`Specification: ${counts}, each with a record.`)
  expect(readFileSync('docs/testing.md', 'utf8')).toContain(counts)
})
