// Builds the font of Korean headings from Pretendard Variable, with the characters that built pages need and their
// weights. Run it when a build reports a character that the font lacks: npm run heading-font -- <path of
// PretendardVariable.ttf>
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import subsetFont from 'subset-font'
import { figureCharacters, headingFontWeights } from '#lib/page/prerender/heading-font.ts'
import { collectHeadingTexts } from '../src/build/heading-font.ts'

const [fontPath] = process.argv.slice(2)
if (!fontPath)
  throw new Error('Name the file of the font: PretendardVariable.ttf of the npm package pretendard')
const folder = 'src/styles/heading-font/'

/**
 * The license reserves the name “Pretendard” for the unchanged font. The new name is as long, so that no offset in the
 * file changes.
 */
const newName = 'KoHeadings'

/** Changes the font's names in place, but not its copyright. */
function renameFont(font) {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  const table = font.readUInt32BE(entry + 8)
  const strings = table + font.readUInt16BE(table + 4)
  for (let i = 0; i < font.readUInt16BE(table + 2); i++) {
    const record = table + 6 + 12 * i
    if (font.readUInt16BE(record) !== 3 || [0, 7, 13].includes(font.readUInt16BE(record + 6))) continue
    const start = strings + font.readUInt16BE(record + 10)
    const name = font.subarray(start, start + font.readUInt16BE(record + 8)).swap16()
    name.write(name.toString('utf16le').replaceAll('Pretendard', newName), 'utf16le')
    name.swap16()
  }
  return font
}

const texts = await collectHeadingTexts(pathToFileURL('dist/'))
if (texts.length === 0) throw new Error('There are no pages in dist: run npm run build first')
const characters = [...new Set(figureCharacters + texts.map(({ text }) => text).join(''))].sort().join('')
const subset = await subsetFont(await readFile(fontPath), characters, {
  targetFormat: 'sfnt',
  variationAxes: { wght: { ...headingFontWeights } },
  keepFeatures: ['kern', 'tnum'],
  noHinting: true,
})
const font = await subsetFont(renameFont(subset), undefined, { targetFormat: 'woff2', keepAllGlyphs: true })
await writeFile(`${folder}headings.woff2`, font)
await writeFile(`${folder}characters.txt`, `${characters}\n`)
console.log(`${characters.length} characters, ${font.length} bytes`)
