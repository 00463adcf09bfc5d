import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { findLocaleProblems } from '#build/locale-check.ts'

const root = pathToFileURL(`${process.cwd()}/`)

test('the four languages have the same texts', async () => {
  expect(await findLocaleProblems(root)).toEqual([])
})

test('a text or placeholder that one language lacks is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  for (const locale of ['ko', 'en', 'zh-CN', 'zh-TW']) {
    await mkdir(join(folder, 'src/locales', locale, 'portal'), { recursive: true })
    const texts =
      locale === 'en' ? { a_one: 'x', a_other: 'y', d: 'z' } : { a_other: 'y', b: { c: 'z' }, d: '{{name}}' }
    await writeFile(join(folder, 'src/locales', locale, 'portal/home.json'), JSON.stringify(texts))
  }
  expect(await findLocaleProblems(pathToFileURL(`${folder}/`))).toEqual([
    'en lacks home:b.c',
    'home:d has other placeholders in en: none',
  ])
})
