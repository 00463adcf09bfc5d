import type { ChannelRow } from '#contract/channel-report.ts'
import {
  type Dashboard,
  type Figures,
  premiumPrice,
  premiumRate,
  pricePerView,
  type VideoRow,
} from '#contract/reports.ts'
import { amountUnits, type Currency } from '#contract/site.ts'
import type { CountryFigures } from '#contract/video-detail.ts'
import { type CsvCell, formatDecimal, formatRatio } from '#server/http/csv.ts'
import type { ColumnName } from '#server/http/messages.ts'

/** A CSV column: its name and how to get its cell of a row. */
export type Column<Row> = readonly [name: ColumnName, getCell: (row: Row) => CsvCell]

type Report = NonNullable<Dashboard['report']>

/** A price has this many decimals more than an amount. */
const priceDigits = 3
const rateDigits = 4

function createMoneyFormat(currency: Currency) {
  const units = amountUnits[currency]
  const digits = String(units).length - 1 + priceDigits
  return {
    amount: (amount: number | null) => (amount === null ? null : formatDecimal(amount, units)),
    price: (price: number | null) => formatRatio(price === null ? null : price / units, digits),
  }
}

/** The columns of all figures; `withNet` adds the net of the member that a manager has chosen. */
function getFigureColumns(currency: Currency, withNet: boolean): Column<Figures>[] {
  const { amount, price } = createMoneyFormat(currency)
  const net: Column<Figures> = ['memberProfit', ({ memberProfit }) => amount(memberProfit)]
  return [
    ['views', ({ views }) => views],
    ['profit', ({ profit }) => amount(profit)],
    ...(withNet ? [net] : []),
    ['price', (figures) => price(pricePerView(figures))],
    ['premiumViews', ({ premiumViews }) => premiumViews],
    ['premiumRate', (figures) => toPercent(premiumRate(figures))],
    ['premiumProfit', ({ premiumProfit }) => amount(premiumProfit)],
    ['premiumPrice', (figures) => price(premiumPrice(figures))],
  ]
}

const toPercent = (share: number | null) => formatRatio(share === null ? null : share * 100, rateDigits)

/** A day; null figures when nothing was reported for it. */
interface DayRow {
  day: string
  figures: Figures | null
}

export function listDayRows({ series }: Report): DayRow[] {
  return series.days.map((day, at) => {
    const [views, premiumViews] = [series.views[at] ?? null, series.premiumViews[at] ?? null]
    const [profit, premiumProfit] = [series.profit[at] ?? null, series.premiumProfit[at] ?? null]
    const isKnown = views !== null && premiumViews !== null && profit !== null && premiumProfit !== null
    return {
      day,
      figures: isKnown ? { views, premiumViews, profit, premiumProfit, memberProfit: null } : null,
    }
  })
}

export const getDayColumns = (currency: Currency): Column<DayRow>[] => [
  ['day', ({ day }) => day],
  ...getFigureColumns(currency, false).map(
    ([name, getCell]): Column<DayRow> => [name, ({ figures }) => figures && getCell(figures)],
  ),
]

export const getVideoColumns = (currency: Currency, withNet: boolean): Column<VideoRow>[] => [
  ['videoId', ({ videoId }) => videoId],
  ['title', ({ title }) => title],
  ['channel', ({ channelName }) => channelName],
  ['channelId', ({ channelId }) => channelId],
  ['published', ({ publishedAt }) => publishedAt?.slice(0, 19).replace('T', ' ') ?? null],
  ['length', ({ lengthSeconds }) => lengthSeconds],
  ...getFigureColumns(currency, withNet),
  ['link', ({ videoId }) => `https://www.youtube.com/shorts/${videoId}`],
]

export const getChannelColumns = (currency: Currency, withNet: boolean): Column<ChannelRow>[] => [
  ['channel', ({ name }) => name],
  ['channelId', ({ channelId }) => channelId],
  ['shorts', ({ shorts }) => shorts],
  ...getFigureColumns(currency, withNet),
  ['link', ({ channelId }) => `https://www.youtube.com/channel/${channelId}`],
]

export const getCountryColumns = (
  currency: Currency,
  getCountryName: (code: string) => string,
): Column<CountryFigures>[] => {
  const { amount, price } = createMoneyFormat(currency)
  return [
    ['country', ({ country }) => getCountryName(country)],
    ['countryCode', ({ country }) => country],
    ['views', ({ views }) => views],
    ['profit', ({ profit }) => amount(profit)],
    ['price', (row) => price(pricePerView(row))],
  ]
}
