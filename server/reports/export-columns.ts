import type { ChannelRow } from '#contract/channel-report.ts'
import type { CountryFigures } from '#contract/countries.ts'
import {
  type Dashboard,
  type Figures,
  getProfit,
  premiumPrice,
  premiumRate,
  pricePerThousandViews,
  pricePerView,
} from '#contract/reports.ts'
import type { Currency } from '#contract/site.ts'
import type { VideoRow } from '#contract/videos.ts'
import { formatRatio } from '#server/http/csv.ts'
import { type Column, createMoneyFormat } from '#server/http/csv-columns.ts'

type Report = NonNullable<Dashboard['report']>

const rateDigits = 4

export interface VisibleProfits {
  gross: boolean
  net: boolean
}

function getFigureColumns(currency: Currency, { gross, net }: VisibleProfits): Column<Figures>[] {
  const { amount, price, thousandPrice } = createMoneyFormat(currency)
  const grossColumns: Column<Figures>[] = [['grossProfit', ({ grossProfit }) => amount(grossProfit)]]
  const netColumns: Column<Figures>[] = [['netProfit', ({ netProfit }) => amount(netProfit)]]
  return [
    ['views', ({ views }) => views],
    ...(gross ? grossColumns : []),
    ...(net ? netColumns : []),
    ['price', (figures) => price(pricePerView(figures))],
    ['thousandPrice', (figures) => thousandPrice(pricePerThousandViews(figures))],
    ['premiumViews', ({ premiumViews }) => premiumViews],
    ['premiumRate', (figures) => toPercent(premiumRate(figures))],
    gross
      ? ['grossPremiumProfit', ({ grossPremiumProfit }) => amount(grossPremiumProfit)]
      : ['netPremiumProfit', ({ netPremiumProfit }) => amount(netPremiumProfit)],
    ['premiumPrice', (figures) => price(premiumPrice(figures))],
  ]
}

const toPercent = (share: number | null) => formatRatio(share === null ? null : share * 100, rateDigits)

interface DayRow {
  day: string
  figures: Figures | null
}

export function listDayRows({ series }: Report): DayRow[] {
  return series.days.map((day, at) => {
    const [views, premiumViews] = [series.views[at] ?? null, series.premiumViews[at] ?? null]
    if (views === null || premiumViews === null) return { day, figures: null }
    const profits = {
      grossProfit: series.grossProfit?.[at] ?? null,
      netProfit: series.netProfit?.[at] ?? null,
      grossPremiumProfit: series.grossPremiumProfit?.[at] ?? null,
      netPremiumProfit: series.netPremiumProfit?.[at] ?? null,
    }
    return { day, figures: { views, premiumViews, ...profits } }
  })
}

export const getDayColumns = (currency: Currency, visible: VisibleProfits): Column<DayRow>[] => [
  ['day', ({ day }) => day],
  ...getFigureColumns(currency, visible).map(
    ([name, getCell]): Column<DayRow> => [name, ({ figures }) => figures && getCell(figures)],
  ),
]

/** The link comes first: a spreadsheet reads an id that begins with `-` as a formula, and ids must not be altered. */
export const getVideoColumns = (currency: Currency, visible: VisibleProfits): Column<VideoRow>[] => [
  ['link', ({ videoId }) => `https://www.youtube.com/shorts/${videoId}`],
  ['videoId', ({ videoId }) => ({ text: videoId })],
  ['title', ({ title }) => title],
  ['channel', ({ channelName }) => channelName],
  ['channelId', ({ channelId }) => ({ text: channelId })],
  ['published', ({ publishedAt }) => publishedAt?.slice(0, 19).replace('T', ' ') ?? null],
  ['length', ({ lengthSeconds }) => lengthSeconds],
  ...getFigureColumns(currency, visible),
]

export const getChannelColumns = (currency: Currency, visible: VisibleProfits): Column<ChannelRow>[] => [
  ['link', ({ channelId }) => `https://www.youtube.com/channel/${channelId}`],
  ['channel', ({ name }) => name],
  ['channelId', ({ channelId }) => ({ text: channelId })],
  ['shorts', ({ shorts }) => shorts],
  ...getFigureColumns(currency, visible),
]

export const getCountryColumns = (
  currency: Currency,
  { gross }: VisibleProfits,
  getCountryName: (code: string) => string,
): Column<CountryFigures>[] => {
  const { amount, price, thousandPrice } = createMoneyFormat(currency)
  return [
    ['country', ({ country }) => getCountryName(country)],
    ['countryCode', ({ country }) => country],
    ['views', ({ views }) => views],
    [gross ? 'grossProfit' : 'netProfit', (row) => amount(getProfit(row))],
    ['price', (row) => price(pricePerView(row))],
    ['thousandPrice', (row) => thousandPrice(pricePerThousandViews(row))],
  ]
}
