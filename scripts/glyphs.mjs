// Stores the outlines of the characters in share pictures, so that a build needs no font. Run it after a title or a
// text of a drawing has changed: npm run glyphs [-- <path of NotoSansCJK-Bold.ttc>]
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { openSync } from 'fontkit'
import { readAllTexts, readTexts } from '../src/build/text-files.ts'
import { figureWords } from '../src/components/guides/screens/figures/figures.ts'
import { homeWords } from '../src/lib/texts/home-words.ts'

const root = new URL('../', import.meta.url)

const fontPath = process.argv[2] ?? '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc'
/** The same character looks different in each language. */
const fontFaces = { ko: 'kr', en: 'kr', 'zh-CN': 'sc', 'zh-TW': 'tc' }
const listCharacters = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
/** Site names are drawn, too: ASCII, the letters of Latin-1, and some marks. */
const ownLetters = `${listCharacters(0x20, 0x7e)}${listCharacters(0xc0, 0xff)}·–’…♪₩`
/** The 2,350 syllables of KS X 1001, which cover nearly all Korean names. */
const hangul = listCharacters(0xb0, 0xc8).replace(/./gu, (lead) =>
  listCharacters(0xa1, 0xfe).replace(/./gu, (trail) =>
    new TextDecoder('euc-kr').decode(Uint8Array.of(lead.codePointAt(0), trail.codePointAt(0))),
  ),
)
/** Namespaces with texts that the drawings of a picture can show. */
const drawnNamespaces = ['home', 'home-mcn-2', 'home-mcn-3', 'home-mcn-4', 'screens', 'youtube']
/** Titles and drawings show these of other namespaces. */
const drawnKeys = [
  ...Object.values(homeWords),
  ...Object.values(figureWords),
  'common:login',
  'common:join',
  'channel-dialogs:verify.title',
  'channel-dialogs:verify.code',
  'channel-dialogs:verify.copy',
  'channels:step.verify',
  'guides:rules.volume.value',
]

async function readContentTitles(locale) {
  const files = await readdir('src/content', { recursive: true })
  const own = files.filter((file) => file.endsWith('.mdx') && file.split(/[\\/]/)[1] === locale)
  return Promise.all(
    own.map(async (file) => {
      const [, head = ''] = (await readFile(`src/content/${file}`, 'utf8')).split(/^---$/m)
      return /^title:(.*)$/m.exec(head)?.[1] ?? ''
    }),
  )
}

const listTexts = (texts) =>
  typeof texts === 'string' ? [texts] : Object.values(texts).flatMap((text) => listTexts(text))

/** Plural forms are other keys. */
function findText(texts, key) {
  const [namespace, path] = key.split(':')
  return path.split('.').reduce((at, part) => at[part] ?? at[`${part}_other`] ?? [], texts.get(namespace))
}

async function readDrawnTexts(locale) {
  const [{ views }, ...drawn] = await Promise.all(
    ['shell', ...drawnNamespaces].map((namespace) => readTexts(root, locale, namespace)),
  )
  const all = await readAllTexts(root, locale)
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return [
    ...(await readContentTitles(locale)),
    ...drawnKeys.flatMap((key) => listTexts(findText(all, key))),
    ...listTexts(views),
    ...drawn.flatMap(listTexts),
    ...['KR', 'JP', 'US', 'TW'].map((code) => names.of(code)),
    ...(locale === 'ko' ? [hangul] : []),
  ]
}

/** Relative commands take a quarter less space than absolute ones. */
function toRelativePath({ commands }) {
  const letters = { moveTo: 'm', lineTo: 'l', quadraticCurveTo: 'q', bezierCurveTo: 'c' }
  let [x, y, startX, startY, d] = [0, 0, 0, 0, '']
  for (const { command, args } of commands) {
    if (command === 'closePath') {
      d += 'z'
      ;[x, y] = [startX, startY]
      continue
    }
    d +=
      letters[command] +
      args
        .map((value, i) => value - (i % 2 ? y : x))
        .join(' ')
        .replaceAll(' -', '-')
    ;[x, y] = args.slice(-2)
    if (command === 'moveTo') [startX, startY] = [x, y]
  }
  return d
}

function extractOutlines(locale, texts) {
  const name = `NotoSansCJK${fontFaces[locale]}-Bold`
  const font = openSync(fontPath, name)
  if (!font) throw new Error(`${fontPath} has no ${name}`)
  const glyphs = {}
  for (const character of [
    ...new Set(ownLetters + texts.join('').replace(/[\u2060\u00a0\n]/gu, '')),
  ].sort()) {
    const codePoint = character.codePointAt(0)
    if (!font.hasGlyphForCodePoint(codePoint))
      throw new Error(`The font has no “${character}” (U+${codePoint.toString(16)}) for ${locale}`)
    const { path, advanceWidth } = font.glyphForCodePoint(codePoint)
    glyphs[character] = { d: toRelativePath(path), advance: advanceWidth }
  }
  return { unitsPerEm: font.unitsPerEm, glyphs }
}

for (const locale of Object.keys(fontFaces)) {
  const typeface = extractOutlines(locale, await readDrawnTexts(locale))
  await writeFile(`src/build/glyphs/${locale}.json`, `${JSON.stringify(typeface, null, 2)}\n`)
  console.log(`${locale}: ${Object.keys(typeface.glyphs).length} characters`)
}
