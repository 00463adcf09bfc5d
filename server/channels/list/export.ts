import { getChannelUrl } from '#contract/channels/channel-link.ts'
import { type ChannelState, getChannelState } from '#contract/channels/channel-states.ts'
import type { ListedChannel } from '#contract/channels/channels.ts'
import { amountUnits, type Currency } from '#contract/platform/currency.ts'
import type { Locale } from '#contract/platform/locale.ts'
import { can } from '#contract/platform/roles.ts'
import type { DayRange } from '#contract/reports/reports.ts'
import type { Account } from '#server/platform/auth/roles.ts'
import { type CsvCell, type CsvTable, formatDecimal } from '#server/platform/http/response/csv.ts'
import { type ColumnName, getColumnTitle, getFileName, toFileNamePart } from '#server/platform/messages.ts'
import { translate } from '#server/platform/texts.ts'

type Column = readonly [name: ColumnName, getCell: (channel: ListedChannel) => CsvCell]

interface ExportOptions {
  account: Account
  locale: Locale
  currency: Currency
  profitRange: DayRange | null
  /** The file name lists the active filters. */
  filterNames: readonly string[]
}

export const buildRegistrationTable = (
  channels: readonly ListedChannel[],
  { account, locale, currency, profitRange, filterNames }: ExportOptions,
): CsvTable => {
  const columns = getColumns(account, currency, locale)
  const days = profitRange ? [profitRange.from, profitRange.to] : []
  return {
    fileName: `${[getFileName('registrations', locale), ...filterNames, ...days].join('_')}.csv`,
    columns: columns.map(([name]) => getColumnTitle(name, currency, locale)),
    rows: yieldOnce(channels.map((channel) => columns.map(([, getCell]) => getCell(channel)))),
  }
}

function getColumns(account: Account, currency: Currency, locale: Locale): Column[] {
  const members: Column = ['members', (channel) => channel.members.map(({ nickname }) => nickname).join(', ')]
  return [
    ['link', ({ channelId }) => getChannelUrl(channelId)],
    ['channel', ({ name }) => name],
    ['handle', ({ handle }) => handle],
    ['channelId', ({ channelId }) => ({ text: channelId })],
    ['stage', (channel) => translate(`channel-states:${getChannelState(channel)}`, locale)],
    ...(can(account, 'channels.read') ? [members] : []),
    ['tags', ({ tags }) => tags.map(({ name }) => name).join(', ')],
    ['registered', ({ registeredAt }) => formatMoment(registeredAt)],
    ['approved', ({ approvedAt }) => approvedAt && formatMoment(approvedAt)],
    [
      can(account, 'figures.read') ? 'grossProfit' : 'netProfit',
      ({ profit }) => (profit === null ? null : formatDecimal(profit, amountUnits[currency])),
    ],
  ]
}

const formatMoment = (moment: string) => moment.slice(0, 19).replace('T', ' ')

async function* yieldOnce<Value>(value: Value): AsyncGenerator<Value> {
  yield value
}

interface NamedFilter {
  state?: ChannelState | undefined
  ids?: readonly number[] | undefined
  search?: string
}

/** `member`: the nickname, or null for unassigned channels; undefined without that filter. */
export const getFilterNames = (
  { state, ids, search }: NamedFilter,
  member: string | null | undefined,
  locale: Locale,
): string[] =>
  [
    member === null ? getFileName('unassigned', locale) : member,
    state && toFileNamePart(translate(`channel-states:${state}`, locale)),
    search || undefined,
    ids && getFileName('selected', locale),
  ].filter((name) => name !== undefined)
