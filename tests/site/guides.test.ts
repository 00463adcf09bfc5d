import { glob, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Locale, locales } from '#contract/platform/locale.ts'
import { toPagePath } from '#contract/platform/page-path.ts'
import { answerEntries, getSourceAddress } from '#lib/guides/answers.ts'
import { getGuideEntry, getGuidePath, getPictures, getSteps, guideEntries } from '#lib/guides/manifest.ts'
import { getPicturePath } from '#lib/guides/pictures.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { getShareImagePath } from '#lib/page/prerender/share-image.ts'

// Tests the guides as search engines and readers find them.

const dist = 'dist'
const origin = 'https://site.invalid'
type Slug = (typeof guideEntries)[number]['slug']
const slugs = guideEntries.map(({ slug }) => slug)
const withSteps = guideEntries.filter(({ kind }) => kind === 'steps').map(({ slug }) => slug)
const askingForLimit = guideEntries.flatMap((entry) => ('asksForLimit' in entry ? [entry.slug] : []))

const pages = new Map<string, string>()
const getPage = (slug: Slug, locale: Locale) => {
  const html = pages.get(localizePath(getGuidePath(slug), locale))
  if (html === undefined) throw new Error(`The guide ${slug} has not been built in ${locale}`)
  return html
}
const decode = (text = '') =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&#38;', '&').replaceAll('&amp;', '&')
const getTitle = (html: string) => decode(/<meta property="og:title" content="([^"]+)">/.exec(html)?.[1])
const getMain = (html: string) => /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const getHeading = (html: string) =>
  decode(/<h1\b[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, ''))
const getDescription = (html: string) => decode(/<meta name="description" content="([^"]+)">/.exec(html)?.[1])
const getGraph = (html: string): Record<string, unknown>[] =>
  JSON.parse(/<script type="application\/ld\+json">([^<]+)<\/script>/.exec(html)?.[1] ?? '')['@graph']
const getImages = (html: string) =>
  [...html.matchAll(/<img\b([^>]*)>/g)].map(
    ([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/\s([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, decode(value)]),
      ) as Record<string, string>,
  )

beforeAll(async () => {
  for await (const file of glob('**/guides/**/*.html', { cwd: dist }))
    pages.set(toPagePath(`/${file}`), await readFile(`${dist}/${file}`, 'utf8'))
})

/** Queries that people type into a search engine, by task. */
type Task = 'unlock' | 'upload' | 'auth' | (typeof answerEntries)[number]['slug']
const searches: Record<Locale, Record<Task, RegExp>> = {
  ko: {
    'music-in-an-editor': /캡컷 음악 넣기/,
    'music-for-shorts': /^유튜브 쇼츠 브금 추천/,
    'music-for-product-shorts': /^유튜브 쇼핑 영상 음악/,
    'for-networks': /^MCN 정산 프로그램.*관리/,
    'how-shorts-earn': /^유튜브 쇼츠 음악 수익/,
    'copyright-on-shorts': /^유튜브 쇼츠 저작권/,
    'music-not-recognized': /^유튜브 쇼츠 음원 수익 안 나올 때/,
    'shorts-over-a-minute': /^유튜브 쇼츠 3분 음악 차단/,
    'shorts-rpm': /^유튜브 쇼츠 조회수 수익.*RPM/,
    'getting-paid': /^MCN 정산.*3\.3%/,
    'moving-a-channel': /MCN 탈퇴.*채널 옮기기/,
    unlock: /^유튜브 쇼츠 음원 시간제한 해제/,
    upload: /^유튜브 쇼츠 음[악원] 넣/,
    auth: /^유튜브 채널 소유 확인/,
  },
  en: {
    'music-in-an-editor': /licensed music to YouTube Shorts in CapCut/,
    'music-for-shorts': /^Music for YouTube Shorts/,
    'music-for-product-shorts': /^Music for product Shorts/,
    'for-networks': /^MCN dashboard and payout software/,
    'how-shorts-earn': /^How YouTube Shorts with music earn/,
    'copyright-on-shorts': /^YouTube Shorts music copyright claim/,
    'music-not-recognized': /^YouTube Shorts music not recognized/,
    'shorts-over-a-minute': /3-minute YouTube Shorts .*blocked/,
    'shorts-rpm': /^YouTube Shorts RPM: .*1 million views/,
    'getting-paid': /^When does an MCN pay/,
    'moving-a-channel': /^Leaving an MCN/,
    unlock: /^YouTube Shorts music time limit/,
    upload: /(?:add music to|upload) YouTube Shorts/,
    auth: /(?:prove that you|Prove you) own a YouTube channel/,
  },
  'zh-CN': {
    'music-in-an-editor': /剪映、CapCut 加音乐/,
    'music-for-shorts': /^YouTube Shorts 背景音乐推荐/,
    'music-for-product-shorts': /^YouTube 带货视频音乐/,
    'for-networks': /^MCN 管理系统.*结算/,
    'how-shorts-earn': /^YouTube Shorts 音乐收益/,
    'copyright-on-shorts': /^YouTube Shorts 音乐版权/,
    'music-not-recognized': /^YouTube Shorts 音乐识别不到/,
    'shorts-over-a-minute': /^YouTube Shorts .*屏蔽.*三分钟/,
    'shorts-rpm': /^YouTube Shorts 播放量收益.*RPM/,
    'getting-paid': /^MCN 结算/,
    'moving-a-channel': /^退出 MCN/,
    unlock: /^YouTube Shorts 音乐时长限制怎么解除/,
    upload: /^YouTube Shorts .*怎么加音乐/,
    auth: /^确认 YouTube 频道归属/,
  },
  'zh-TW': {
    'music-in-an-editor': /CapCut 剪輯加音樂/,
    'music-for-shorts': /^YouTube Shorts 音樂推薦/,
    'music-for-product-shorts': /^YouTube Shorts 商品影片音樂/,
    'for-networks': /^MCN 管理系統.*結算/,
    'how-shorts-earn': /^YouTube Shorts 音樂收益/,
    'copyright-on-shorts': /^YouTube Shorts 音樂版權/,
    'music-not-recognized': /^YouTube Shorts 音樂辨識不到/,
    'shorts-over-a-minute': /^YouTube Shorts .*封鎖.*三分鐘/,
    'shorts-rpm': /^YouTube Shorts 觀看次數收益.*RPM/,
    'getting-paid': /^MCN 結算/,
    'moving-a-channel': /^退出 MCN/,
    unlock: /^YouTube Shorts 音樂秒數限制怎麼解除/,
    upload: /^YouTube Shorts .*怎麼加音樂/,
    auth: /^確認 YouTube 頻道擁有權/,
  },
}
const answers = answerEntries.map(({ slug }) => slug)
const findTask = (slug: Slug) =>
  ([...answers, 'unlock', 'upload', 'auth'] as const).find((task) => slug.includes(task))

/** Chinese and Korean characters are about twice as wide as Latin ones. */
const measure = (title: string) =>
  [...title].reduce(
    (sum, character) => sum + (/[\p{scx=Hangul}\p{scx=Han}（），：、]/u.test(character) ? 2 : 1),
    0,
  )

describe.each(locales)('in %s', (locale) => {
  test.each(slugs)('the title of “%s” is what people search for, and fits into a result', (slug) => {
    const html = getPage(slug, locale)
    const title = getTitle(html)
    const task = findTask(slug)
    if (task) expect(title).toMatch(searches[locale][task])
    expect(title).toMatch(/YouTube|유튜브/)
    expect(measure(title), title).toBeLessThanOrEqual(locale === 'en' ? 60 : 64)
    expect(getHeading(html)).toBe(title)
  })

  test.each(slugs)('the description of “%s” begins with the question it answers', (slug) => {
    const description = getDescription(getPage(slug, locale))
    expect(description).toMatch(/^[^.。]+[?？]/)
    expect(description).toMatch(/YouTube|유튜브/)
  })

  test.each(slugs)(
    '“%s” tells search engines what it is, when it was checked and where it stands',
    (slug) => {
      const html = getPage(slug, locale)
      const url = origin + localizePath(getGuidePath(slug), locale)
      const graph = getGraph(html)
      expect(graph.map((node) => node['@type'])).toEqual(['Article', 'BreadcrumbList'])
      const [article, breadcrumbs] = graph
      const pictures = Object.keys(getPictures(slug)).map(
        (name) => origin + getPicturePath(slug, name, locale),
      )
      expect(article).toEqual({
        '@type': 'Article',
        '@id': url,
        url,
        mainEntityOfPage: url,
        headline: getTitle(html),
        description: getDescription(html),
        image: [origin + getShareImagePath(getGuidePath(slug), locale), ...pictures],
        dateModified: getGuideEntry(slug).checked,
        inLanguage: locale,
      })
      const crumbs = breadcrumbs?.itemListElement as { position: number; name: string; item: string }[]
      expect(crumbs.map(({ position }) => position)).toEqual(crumbs.map((_, i) => i + 1))
      expect(crumbs[0]?.item).toBe(new URL(localizePath('/', locale), origin).href)
      expect(crumbs.at(-1)?.item).toBe(url)
      for (const { name, item } of crumbs.slice(1)) {
        expect(item.startsWith(`${origin}/`)).toBe(true)
        expect(pages.has(item.slice(origin.length)), item).toBe(true)
        expect(name).not.toBe('')
      }
    },
  )

  test.each(withSteps)(
    'every step of “%s” shows a picture that is a file, with words for it',
    async (slug) => {
      const html = getPage(slug, locale)
      const steps = Object.keys(getSteps(slug))
      const shown = [...html.matchAll(/<li id="([a-z-]+)"/g)].map(([, id]) => id)
      expect(shown).toEqual(steps)
      const images = getImages(html)
      expect(images.map(({ src }) => src)).toEqual(steps.map((step) => getPicturePath(slug, step, locale)))
      for (const { src = '', alt = '', width, height, loading, decoding } of images) {
        expect(alt.length, src).toBeGreaterThan(15)
        expect({ loading, decoding }).toEqual({ loading: 'lazy', decoding: 'async' })
        const file = await readFile(dist + src)
        const metadata = await sharp(file).metadata()
        expect(metadata).toMatchObject({ format: 'svg', width: Number(width), height: Number(height) })
        const svg = file.toString()
        expect(decode(/<title>([^<]+)<\/title>/.exec(svg)?.[1])).toBe(alt)
        expect(svg).toContain('@media(prefers-color-scheme:dark)')
        expect(svg).not.toMatch(/undefined|NaN|var\(|<script|href=/)
        expect(file.length, src).toBeLessThan(6_000)
      }
    },
  )

  test.each(answerEntries)(
    '“$slug” answers first, shows figures, and says what is next and where its facts come from',
    async ({ slug, sources, next, related }) => {
      const main = getMain(getPage(slug, locale))
      const [, answer = ''] = /<div class="answer"[^>]*>([\s\S]*?)<\/div>/.exec(main) ?? []
      const sentences = answer.replace(/<[^>]+>/g, '').match(/[.。](?:\s|$)|。/g) ?? []
      expect(sentences.length, answer).toBeGreaterThanOrEqual(2)
      expect(main.indexOf(answer)).toBeLessThan(main.indexOf('<h2'))

      const images = getImages(main)
      const pictures = Object.keys(getPictures(slug))
      expect(images.map(({ src }) => src)).toEqual(pictures.map((name) => getPicturePath(slug, name, locale)))
      for (const { src = '', alt = '' } of images) {
        expect(alt.length, src).toBeGreaterThan(15)
        const svg = await readFile(dist + src, 'utf8')
        expect(decode(/<title>([^<]+)<\/title>/.exec(svg)?.[1])).toBe(alt)
        expect(svg).toContain('@media(prefers-color-scheme:dark)')
        expect(svg, 'a label is cut off').not.toMatch(/…<\/text>/)
      }

      const links = [...main.matchAll(/<a\b[^>]* href="([^"]+)"/g)].map(([, href]) => decode(href))
      expect(links).toContain(localizePath(next.replace(/#.*/, ''), locale) + (/#.*/.exec(next)?.[0] ?? ''))
      await readFile(`${dist}${localizePath(next.replace(/#.*/, ''), locale).replace(/\/$/, '')}/index.html`)
      expect(related).not.toContain(slug)
      for (const other of related) expect(links).toContain(localizePath(getGuidePath(other), locale))
      expect(sources.length).toBeGreaterThan(0)
      for (const source of sources) expect(links).toContain(getSourceAddress(source, locale))
    },
  )

  test('each answer is on the index, and on another page where its question arises', () => {
    const index = getPage('', locale)
    for (const slug of answers) {
      const link = `href="${localizePath(getGuidePath(slug), locale)}"`
      expect(index).toContain(link)
      const others = slugs.filter((other) => other !== slug && other !== '')
      expect(
        others.some((other) =>
          /class="prose[\s\S]*/.exec(getMain(getPage(other, locale)))?.[0].includes(link),
        ),
      ).toBe(true)
    }
  })

  test.each(askingForLimit)('“%s” asks which limit the reader has before anything else', (slug) => {
    const main = getMain(getPage(slug, locale))
    const box = main.indexOf('id="which-limit"')
    expect(box).toBeGreaterThan(0)
    const [first = ''] = Object.keys(getSteps(slug))
    const start = first || 'choose'
    expect(box).toBeLessThan(main.indexOf(` id="${start}"`))
    expect(box).toBeLessThan(main.indexOf('class="prose'))
    const [section = ''] = /<section class="answer[\s\S]*?<\/section>/.exec(main) ?? []
    const answers = section.split(/<li\b/).slice(1)
    expect(answers).toHaveLength(4)
    expect(answers.map((answer) => answer.includes(`href="#${start}"`))).toEqual([false, false, true, false])
    for (const [i, number] of ['60', '0:30', '0:00', '60'].entries()) expect(answers[i]).toContain(number)
  })
})

test('the date that a guide shows is that of its data and of the sitemap', async () => {
  const map = await readFile(`${dist}/sitemap-0.xml`, 'utf8')
  for (const slug of slugs) {
    const { checked } = getGuideEntry(slug)
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/)
    for (const locale of locales) {
      const html = getPage(slug, locale)
      const [, shown = '', words = ''] = /<time datetime="([^"]+)"[^>]*>([^<]+)</.exec(html) ?? []
      expect(shown).toBe(checked)
      expect(words).toContain(checked.slice(0, 4))
      const url = origin + localizePath(getGuidePath(slug), locale)
      const [, entry = ''] = map.split(`<loc>${url}</loc>`)
      const [item = ''] = entry.split('</url>')
      expect(/<lastmod>([^<T]+)/.exec(item)?.[1], url).toBe(checked)
      const listed = [...item.matchAll(/<image:loc>([^<]+)<\/image:loc>/g)].map(([, image]) => image)
      expect(listed).toEqual(
        Object.keys(getPictures(slug)).map((name) => origin + getPicturePath(slug, name, locale)),
      )
    }
  }
})

test('the moods that a guide suggests are those of a new catalog', async () => {
  const migration = await readFile('server/platform/db/migrations/0001_baseline.sql', 'utf8')
  const rows = [...migration.matchAll(/\('[a-z]+'((?:, '[^']+'){4})\)/g)].map(([, names = '']) =>
    names.split("'").filter((_, i) => i % 2 === 1),
  )
  for (const [i, locale] of locales.entries()) {
    const moods = rows.map((names) => names[i])
    const main = getMain(getPage('music-for-shorts', locale))
    const suggested = [...main.matchAll(/<\/strong> ?[(（]([^)）]+)[)）][:：]/g)].map(([, names = '']) =>
      names.split(/, |、/),
    )
    expect(suggested).toHaveLength(6)
    const svg = await readFile(dist + getPicturePath('music-for-shorts', 'moods', locale), 'utf8')
    const drawn = [...svg.matchAll(/>([^<]+) · ([^<]+)<\/text>/g)].map(([, ...names]) => names)
    expect(drawn).toEqual(suggested.slice(0, 5))
    for (const mood of suggested.flat()) expect(moods, locale).toContain(mood)
  }
})

test('no two pictures of a guide are the same', async () => {
  for (const slug of withSteps) {
    for (const locale of locales) {
      const files = await Promise.all(
        Object.keys(getSteps(slug)).map((step) =>
          readFile(dist + getPicturePath(slug, step, locale), 'utf8'),
        ),
      )
      expect(new Set(files).size).toBe(files.length)
    }
  }
})

test('a guide speaks and links in its own language only, whichever page was built before it', async () => {
  for (const locale of locales) {
    const { rules } = JSON.parse(await readFile(`src/locales/${locale}/portal/guides.json`, 'utf8'))
    for (const slug of slugs) {
      const main = getMain(getPage(slug, locale))
      if (main.includes('class="rules'))
        for (const { value, text } of Object.values<Record<string, string>>(rules)) {
          expect(main, `${locale} ${slug}`).toContain(`>${value}<`)
          expect(main, `${locale} ${slug}`).toContain(`>${text}<`)
        }
      for (const [, href = ''] of main.matchAll(/<a\b[^>]* href="(\/[^"#]*)/g)) {
        const language =
          locales.find((other) => other !== 'ko' && `${href}/`.startsWith(`/${other}/`)) ?? 'ko'
        expect(language, `${locale} ${slug} links to ${href}`).toBe(locale)
      }
    }
  }
})

test('no guide shows the marks of bold text that Markdown did not recognize', () => {
  for (const slug of slugs) {
    for (const locale of locales) {
      const text = getMain(getPage(slug, locale)).replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]+>/g, '')
      expect(text, `${locale} ${slug}`).not.toContain('**')
    }
  }
})

test('every guide to uploading and unlocking says how much music, and how long a video may be', () => {
  for (const slug of slugs.filter((one) => /upload|unlock/.test(one) || one === '')) {
    for (const locale of locales) {
      const main = getMain(getPage(slug, locale))
      const text = main.replace(/<[^>]+>/g, ' ')
      expect(text, `${locale} ${slug}`).toMatch(/35[^.。]{0,80}\b30|35[^。]{0,60}30/)
      expect(text, `${locale} ${slug}`).toMatch(/60/)
    }
  }
})
