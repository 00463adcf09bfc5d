import { getChannelUrl } from '#contract/channels/channel-link.ts'
import type { Currency } from '#contract/platform/params.ts'
import type { ChannelColumn, ChannelRow } from '#contract/reports/channel-report.ts'
import type { CountryFigures } from '#contract/reports/countries.ts'
import type { Dashboard } from '#contract/reports/dashboard.ts'
import {
  type Figures,
  getProfit,
  getProfitChange,
  getShare,
  premiumPrice,
  premiumRate,
  type premiumSorts,
  pricePerThousandViews,
  pricePerView,
} from '#contract/reports/reports.ts'
import type { VideoColumn, VideoRow } from '#contract/reports/videos.ts'
import { formatRatio } from '#server/platform/http/response/csv.ts'
import { type Column, createMoneyFormat } from '#server/platform/http/response/csv-columns.ts'

type Report = NonNullable<Dashboard['report']>

const rateDigits = 4

export interface VisibleProfits {
  gross: boolean
  net: boolean
}

type Shown<Name extends string> = readonly Name[] | undefined

/** All columns are shown without `shown`. */
const isShown = <Name extends string>(shown: Shown<Name>, name: Name) => shown?.includes(name) ?? true

type FigureColumn = 'views' | 'profit' | 'price' | (typeof premiumSorts)[number]

function getFigureColumns(
  currency: Currency,
  { gross, net }: VisibleProfits,
  shown: Shown<string>,
): Column<Figures>[] {
  const { amount, price, thousandPrice } = createMoneyFormat(currency)
  const grossColumns: Column<Figures>[] = [['grossProfit', ({ grossProfit }) => amount(grossProfit)]]
  const netColumns: Column<Figures>[] = [['netProfit', ({ netProfit }) => amount(netProfit)]]
  const columns: Record<FigureColumn, Column<Figures>[]> = {
    views: [['views', ({ views }) => views]],
    profit: [...(gross ? grossColumns : []), ...(net ? netColumns : [])],
    price: [
      ['price', (figures) => price(pricePerView(figures))],
      ['thousandPrice', (figures) => thousandPrice(pricePerThousandViews(figures))],
    ],
    premiumViews: [['premiumViews', ({ premiumViews }) => premiumViews]],
    premiumRate: [['premiumRate', (figures) => toPercent(premiumRate(figures))]],
    premiumProfit: [
      gross
        ? ['grossPremiumProfit', ({ grossPremiumProfit }) => amount(grossPremiumProfit)]
        : ['netPremiumProfit', ({ netPremiumProfit }) => amount(netPremiumProfit)],
    ],
    premiumPrice: [['premiumPrice', (figures) => price(premiumPrice(figures))]],
  }
  return Object.entries(columns).flatMap(([name, column]) => (isShown(shown, name) ? column : []))
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
  ...getFigureColumns(currency, visible, undefined).map(
    ([name, getCell]): Column<DayRow> => [name, ({ figures }) => figures && getCell(figures)],
  ),
]

/** The link comes first: a spreadsheet reads an id that begins with `-` as a formula, and ids must not be altered. */
export const getVideoColumns = (
  currency: Currency,
  visible: VisibleProfits,
  shown?: readonly VideoColumn[],
): Column<VideoRow>[] => [
  ['link', ({ videoId }) => `https://www.youtube.com/shorts/${videoId}`],
  ['videoId', ({ videoId }) => ({ text: videoId })],
  ['title', ({ title }) => title],
  ['channel', ({ channelName }) => channelName],
  ['channelId', ({ channelId }) => ({ text: channelId })],
  ['published', ({ publishedAt }) => publishedAt?.slice(0, 19).replace('T', ' ') ?? null],
  ['length', ({ lengthSeconds }) => lengthSeconds],
  ...getFigureColumns(currency, visible, shown),
]

/** `profit`: of all rows, in which each has a share. */
export function getChannelColumns(
  currency: Currency,
  { profit, ...visible }: VisibleProfits & { profit: number },
  shown?: readonly ChannelColumn[],
): Column<ChannelRow>[] {
  const columns: Partial<Record<ChannelColumn, Column<ChannelRow>>> = {
    share: ['share', (row) => toPercent(getShare(getProfit(row), profit))],
    change: ['change', (row) => toPercent(getProfitChange(row))],
    shorts: ['shorts', ({ shorts }) => shorts],
    ...(visible.gross && { members: ['members', ({ members }) => members?.join(', ') ?? null] }),
  }
  const list = (...names: ChannelColumn[]) =>
    names.flatMap((name) => (columns[name] && isShown(shown, name) ? [columns[name]] : []))
  return [
    ['link', ({ channelId }) => getChannelUrl(channelId)],
    ['channel', ({ name }) => name],
    ['channelId', ({ channelId }) => ({ text: channelId })],
    ...list('members', 'shorts'),
    ...getFigureColumns(currency, visible, shown),
    ...list('share', 'change'),
  ]
}

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
