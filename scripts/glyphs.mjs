// Keeps the outlines of the characters that share pictures show, so that a build needs no font. Run it after a title
// has changed: npm run glyphs [-- <path of NotoSansCJK-Bold.ttc>]
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { openSync } from 'fontkit'

const fontPath = process.argv[2] ?? '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc'
/** Characters look different in the languages that share them. */
const fontFaces = { ko: 'kr', en: 'kr', 'zh-CN': 'sc', 'zh-TW': 'tc' }
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')

const readTexts = async (locale, namespace) =>
  JSON.parse(await readFile(`src/locales/${locale}/${namespace}.json`, 'utf8'))

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

async function readTitleTexts(locale) {
  const [home, auth, { views }] = await Promise.all(
    ['home', 'auth', 'shell'].map((namespace) => readTexts(locale, namespace)),
  )
  return [
    ...(await readContentTitles(locale)),
    home.title,
    auth.login.title,
    auth.join.title,
    ...Object.values(views),
  ]
}

function extractOutlines(locale, texts) {
  const name = `NotoSansCJK${fontFaces[locale]}-Bold`
  const font = openSync(fontPath, name)
  if (!font) throw new Error(`${fontPath} has no ${name}`)
  const glyphs = {}
  for (const character of [...new Set(ascii + texts.join(''))].sort()) {
    const codePoint = character.codePointAt(0)
    if (!font.hasGlyphForCodePoint(codePoint))
      throw new Error(`The font has no “${character}” (U+${codePoint.toString(16)}) for ${locale}`)
    const { path, advanceWidth } = font.glyphForCodePoint(codePoint)
    glyphs[character] = { d: path.toSVG(), advance: advanceWidth }
  }
  return { unitsPerEm: font.unitsPerEm, glyphs }
}

for (const locale of Object.keys(fontFaces)) {
  const typeface = extractOutlines(locale, await readTitleTexts(locale))
  await writeFile(`src/build/glyphs/${locale}.json`, `${JSON.stringify(typeface, null, 2)}\n`)
  console.log(`${locale}: ${Object.keys(typeface.glyphs).length} characters`)
}
