import { type Currency, currencies } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import type { DesignId } from '#contract/portal/design.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { createEarningsWave } from '#lib/page/prerender/earnings-wave.ts'
import type { ShareFigure } from '#lib/page/prerender/share-image.ts'
import {
  computeExample,
  exampleCountries,
  exampleDays,
  exampleViews,
} from '#lib/page/prerender/worked-example.ts'
import { createWidthMeasure, renderText, type TextStyle, type Typeface } from '#lib/share/typeface.ts'

// Share pictures show the product with the worked example of the homes.

export interface FigureTexts {
  readonly design: DesignId
  /** Translates keys of the design's own texts, otherwise of `home.json`. */
  readonly t: (key: string) => string
}

interface Pen {
  readonly locale: Locale
  readonly t: FigureTexts['t']
  write(text: string, style: Omit<TextStyle, 'baseline'> & { y: number; width?: number }): string
  /** Writes an amount in each currency; only the site's is shown. */
  writeMoney(getAmount: (currency: Currency) => number, style: MoneyStyle): string
}
type MoneyStyle = Omit<TextStyle, 'baseline'> & { y: number; width?: number }

const ink = 'fill="#14151a"'
const soft = 'fill="#565a66"'
const accent = 'fill="{accent}"'
const displays: Record<Currency, string> = { KRW: '{won}', USD: '{dollars}' }

function createPen(locale: Locale, typeface: Typeface, t: FigureTexts['t']): Pen {
  const write: Pen['write'] = (text, { y, width = Number.POSITIVE_INFINITY, ...style }) => {
    const measured = createWidthMeasure(typeface, style.size)(text)
    return renderText(text, typeface, {
      ...style,
      size: Math.floor(style.size * Math.min(1, width / measured) * 10) / 10,
      baseline: y,
    })
  }
  return {
    locale,
    t,
    write,
    writeMoney: (getAmount, style) =>
      currencies
        .map(
          (currency) =>
            `<g display="${displays[currency]}">${write(formatMoney(getAmount(currency), currency, locale), style)}</g>`,
        )
        .join(''),
  }
}

const card = { x: 672, y: 92, width: 466, height: 446 }
const inner = { left: card.x + 34, right: card.x + card.width - 34, width: card.width - 68 }
const drawCard = ({ height, y }: { height: number; y: number } = card) =>
  `<rect x="${card.x}" y="${y + 10}" width="${card.width}" height="${height}" rx="26" fill="#14151a" fill-opacity="0.14"/><rect x="${card.x}" y="${y}" width="${card.width}" height="${height}" rx="26" fill="#ffffff"/>`

/** Says that the figures are invented. */
function drawChip({ t, write }: Pen, y: number): string {
  const chipWidth = 96
  return `<rect x="${inner.right - chipWidth}" y="${y}" width="${chipWidth}" height="36" rx="18" fill="{tint}"/>${write(
    t('picture.sample'),
    {
      x: inner.right - chipWidth / 2,
      y: y + 25,
      size: 19,
      paint: 'fill="#14151a"',
      anchor: 'middle',
      width: chipWidth - 24,
    },
  )}`
}

const drawHead = (pen: Pen, top: number) =>
  [
    pen.write(pen.t('picture.profit'), { x: inner.left, y: top + 56, size: 24, paint: soft, width: 270 }),
    drawChip(pen, top + 30),
    pen.writeMoney((currency) => computeExample(exampleViews, currency).gross, {
      x: inner.left,
      y: top + 124,
      size: 62,
      paint: ink,
      width: inner.width,
    }),
  ].join('')

/** Shows days, as one bar for each since the upload. */
function drawDays(pen: Pen): string {
  const [foot, tallest] = [card.y + 366, 190]
  const step = inner.width / exampleDays.length
  const bars = exampleDays.map((permille, i) => {
    const tall = Math.round((permille * tallest) / 1000)
    const color = permille === Math.max(...exampleDays) ? '{face}' : '{wave}'
    return `<rect x="${Math.round(inner.left + i * step)}" y="${foot - tall}" width="${Math.round(step * 0.66)}" height="${tall}" rx="5" fill="${color}"/>`
  })
  return [
    drawCard(),
    drawHead(pen, card.y),
    ...bars,
    `<path d="M${inner.left} ${foot + 4}H${inner.right}" stroke="#e6e8ec" stroke-width="2"/>`,
    pen.write(`${pen.t('picture.views')} ${formatNumber(exampleViews, pen.locale)}`, {
      x: inner.left,
      y: foot + 46,
      size: 24,
      paint: soft,
      width: inner.width,
    }),
  ].join('')
}

/** Shows the receipt: premium and other profit make up the gross; the reader keeps the rest after the fee. */
function drawReceipt(pen: Pen): string {
  const { t } = pen
  const lines = [
    ['example.premiumProfit', 'premiumProfit'],
    ['example.otherProfit', 'otherProfit'],
    ['example.gross', 'gross'],
  ] as const
  const bottom = 630
  const edge = `l${card.width / 20} 14l${card.width / 20} -14`.repeat(10)
  const top = 72
  return [
    `<path d="M${card.x} ${bottom - 76}V${top}H${card.x + card.width}V${bottom - 76}" fill="#ffffff"/>`,
    `<path d="M${card.x} ${bottom - 77}${edge}z" fill="#ffffff"/>`,
    pen.write(t('video.title'), {
      x: inner.left,
      y: top + 60,
      size: 26,
      paint: ink,
      width: inner.width - 110,
    }),
    drawChip(pen, top + 34),
    pen.write(`${t('picture.views')} ${formatNumber(exampleViews, pen.locale)}`, {
      x: inner.left,
      y: top + 100,
      size: 21,
      paint: soft,
      width: inner.width,
    }),
    `<path d="M${inner.left} ${top + 132}H${inner.right}M${inner.left} ${top + 352}H${inner.right}" stroke="#8d929e" stroke-width="3" stroke-dasharray="2 10" stroke-linecap="round"/>`,
    ...lines.map(([label, part], i) => {
      const y = top + 188 + i * 62
      return [
        pen.write(t(label), { x: inner.left, y, size: 25, paint: soft, width: 210 }),
        pen.writeMoney((currency) => computeExample(exampleViews, currency)[part], {
          x: inner.right,
          y,
          size: 29,
          paint: ink,
          anchor: 'end',
          width: 180,
        }),
      ].join('')
    }),
    pen.write(t('example.net'), { x: inner.left, y: top + 424, size: 27, paint: accent, width: 150 }),
    pen.writeMoney((currency) => computeExample(exampleViews, currency).net, {
      x: inner.right,
      y: top + 428,
      size: 48,
      paint: accent,
      anchor: 'end',
      width: 230,
    }),
  ].join('')
}

const barWidth = 16
const wave = createEarningsWave({
  count: 22,
  step: 27,
  left: 618,
  axis: 470,
  foot: 650,
  quietest: 22,
  loudest: 150,
  lowest: 60,
  highest: 380,
  steepness: 2.2,
  turn: [0.36, 0.62],
})

/** Shows sound that turns into earnings, below a card. */
const drawWave = (height: number, content: string) =>
  [
    ...wave.map(
      ({ x, top, tall, turned }) =>
        `<rect x="${x}" y="${top}" width="${barWidth}" height="${tall}" rx="${barWidth / 2}" fill="${turned > 0.5 ? '{onFace}' : '{shade}'}"/>`,
    ),
    drawCard({ y: 72, height }),
    content,
  ].join('')

const drawSession = (pen: Pen) => drawWave(164, drawHead(pen, 72))

/** Shows music, as a track on its cover. */
function drawTrack(pen: Pen): string {
  const [x, y] = [inner.left - 8, 98]
  const cover = `<g transform="translate(${x} ${y}) scale(2.2)"><rect width="40" height="40" rx="8" fill="#2a4d8f"/><circle cx="27" cy="17" r="7.5" fill="#f7b267"/><path d="M0 26q10-6 20 0t20 0v6a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8z" fill="#173063"/></g>`
  const left = x + 112
  return drawWave(
    140,
    [
      cover,
      pen.write(pen.t('video.track'), {
        x: left,
        y: y + 38,
        size: 30,
        paint: ink,
        width: inner.right - left,
      }),
      `<rect x="${left}" y="${y + 62}" width="${inner.right - left}" height="10" rx="5" fill="{tint}"/>`,
      `<rect x="${left}" y="${y + 62}" width="${(inner.right - left) * 0.58}" height="10" rx="5" fill="{face}"/>`,
      `<circle cx="${left + (inner.right - left) * 0.58}" cy="${y + 67}" r="11" fill="{face}"/>`,
    ].join(''),
  )
}

/** Shows the front page, with the countries whose views made the profit. */
function drawCountries(pen: Pen): string {
  const names = new Intl.DisplayNames(pen.locale, { type: 'region' })
  const most = Math.max(...exampleCountries.map(({ permille }) => permille))
  const rows = exampleCountries.map(({ code, permille }, i) => {
    const y = card.y + 176 + i * 54
    return [
      pen.write(code ? (names.of(code) ?? code) : pen.t('people.creator.others'), {
        x: inner.left,
        y: y + 20,
        size: 22,
        paint: soft,
        width: 140,
      }),
      `<rect x="${inner.left + 148}" y="${y}" width="${Math.round((permille / most) * (inner.width - 148))}" height="26" rx="6" fill="${i === 0 ? '{face}' : '{wave}'}"/>`,
    ].join('')
  })
  return [drawCard(), drawHead(pen, card.y), ...rows].join('')
}

const drawFigure: Record<ShareFigure, (pen: Pen) => string> = {
  days: drawDays,
  receipt: drawReceipt,
  wave: drawSession,
  track: drawTrack,
  countries: drawCountries,
}

export const renderFigure = (
  figure: ShareFigure,
  locale: Locale,
  typeface: Typeface,
  t: FigureTexts['t'],
): string => drawFigure[figure](createPen(locale, typeface, t))
