import { glob, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { findMissingKeys } from '#build/locale-check.ts'
import { readAllTexts } from '#build/text-files.ts'
import koMessages from '#contract/messages/ko.json' with { type: 'json' }
import type { Strings } from '#lib/i18n/strings.ts'

const root = pathToFileURL(`${process.cwd()}/`)

type Tree = Strings

const findText = (tree: Tree, path: string) =>
  path
    .split('.')
    .reduce<string | Tree | undefined>(
      (node, key) => (typeof node === 'object' ? node[key] : undefined),
      tree,
    )

test('the four languages have the same texts', async () => {
  expect(await findMissingKeys(root)).toEqual([])
})

test('a text that one language lacks is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  for (const locale of ['ko', 'en', 'zh-CN', 'zh-TW']) {
    await mkdir(join(folder, 'src/locales', locale, 'portal'), { recursive: true })
    await mkdir(join(folder, 'contract/messages'), { recursive: true })
    const texts = locale === 'en' ? { a_one: 'x', a_other: 'y' } : { a_other: 'y', b: { c: 'z' } }
    await writeFile(join(folder, 'src/locales', locale, 'portal/home.json'), JSON.stringify(texts))
    await writeFile(join(folder, 'contract/messages', `${locale}.json`), '{}')
  }
  expect(await findMissingKeys(pathToFileURL(`${folder}/`))).toEqual(['en lacks home:b.c'])
})

test('every text that an island asks for exists', async () => {
  const texts = await readAllTexts(root, 'ko')
  texts.set('messages', koMessages)
  const missing: string[] = []
  for await (const file of glob('src/{islands,lib}/**/*.{ts,tsx}')) {
    const code = await readFile(file, 'utf8')
    for (const [, namespace = '', path = ''] of code.matchAll(/\bt\(\s*'([\w-]+):([\w.-]+)'/g)) {
      const tree = texts.get(namespace) ?? {}
      if (!findText(tree, path) && !findText(tree, `${path}_other`))
        missing.push(`${file}: ${namespace}:${path}`)
    }
  }
  expect(missing).toEqual([])
})
