import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderShareImages } from '#build/share/share-images.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { breakLines } from '#lib/i18n/line-breaks.ts'

describe('lines', () => {
  /** Every character has the width 1. */
  const lines = (text: string, locale: Locale, maxWidth: number) =>
    breakLines(text, { locale, maxWidth, measureWidth: (line) => [...line].length })

  test('a text that fits is one line', () => {
    expect(lines('로그인', 'ko', 3)).toEqual(['로그인'])
  })

  test('there are as few lines as fit, of even width', () => {
    expect(lines('aaaa bbbb cccc dddd', 'en', 14)).toEqual(['aaaa bbbb', 'cccc dddd'])
  })

  test('Korean breaks at spaces only', () => {
    expect(lines('짧은 영상의 수익 확인', 'ko', 7)).toEqual(['짧은 영상의', '수익 확인'])
    expect(lines('라이선스로올리기', 'ko', 4)).toEqual(['라이선스로올리기'])
  })

  test('an English line does not end with an article, nor a term in its middle', () => {
    expect(lines('How to upload a Short', 'en', 15)).toEqual(['How to upload', 'a Short'])
    expect(lines('Verify your YouTube channel', 'en', 19)).toEqual(['Verify your', 'YouTube channel'])
  })

  test('Chinese breaks between words, and never before a mark that closes', () => {
    expect(lines('如何用手机上传视频', 'zh-CN', 5)).toEqual(['如何用手机', '上传视频'])
    expect(lines('驗證頻道：影片', 'zh-TW', 5)).toEqual(['驗證頻道：', '影片'])
    expect(lines('点击“验证”按钮', 'zh-CN', 6)).toEqual(['点击“验证”', '按钮'])
  })

  test('a word that is wider than the line stands alone', () => {
    expect(lines('one wonderfulword two', 'en', 6)).toEqual(['one', 'wonderfulword', 'two'])
  })
})

describe('a built site', () => {
  let folder: string
  let root: URL
  let dist: URL

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'share-'))
    root = pathToFileURL(`${folder}/`)
    dist = new URL('dist/', root)
    await mkdir(dist)
    for (const part of ['src/build/glyphs', 'src/locales'])
      await cp(part, join(folder, part), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  const write = (title: string, path = 'login') =>
    writeFile(
      new URL('page.html', dist),
      `<html lang="en"><meta property="og:title" content="${title}"><meta property="og:image" content="https://site.invalid/share/en/${path}.png"></html>`,
    )
  const kept = () => readdir(new URL('.cache/share/', root))

  test('gets a picture for each page that names one', async () => {
    await write('Ann&#39;s guide')
    await writeFile(new URL('other.html', dist), '<html lang="en"></html>')
    expect(await renderShareImages(dist, root)).toBe(1)
    const { format, width, height } = await sharp(join(folder, 'dist/share/en/login.png')).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  })

  test('gets a picture drawn once, and again when its words change', async () => {
    await write('One')
    await renderShareImages(dist, root)
    const [first = ''] = await kept()
    const { mtimeMs } = await stat(new URL(`.cache/share/${first}`, root))
    await renderShareImages(dist, root)
    expect(await kept()).toEqual([first])
    expect((await stat(new URL(`.cache/share/${first}`, root))).mtimeMs).toBe(mtimeMs)
    await write('Two')
    await renderShareImages(dist, root)
    expect(await kept()).toHaveLength(2)
  })

  test('stops for a character without an outline, and says what to run', async () => {
    await write('An 궳 guide')
    await expect(renderShareImages(dist, root)).rejects.toThrow(
      /npm run glyphs[\s\S]*share\/en\/login\.png has “궳” \(U\+ADB3\)/,
    )
  })

  test('stops for a page whose picture would show nothing', async () => {
    await write('Some page', 'some')
    await expect(renderShareImages(dist, root)).rejects.toThrow('share/en/some.png shows nothing')
  })

  test('stops for a title that has no room', async () => {
    await write('Words '.repeat(80))
    await expect(renderShareImages(dist, root)).rejects.toThrow('too long for its share picture')
  })
})
