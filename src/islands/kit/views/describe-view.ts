import { maxViewNameLength, type SavedView } from '#contract/portal/saved-views.ts'
import type { MonthSort } from '#contract/settlement/months.ts'
import { findViewPage, readViewQuery, type ViewPage } from '#contract/view-pages.ts'
import { getOrderKey, type OrderName } from '#islands/kit/tables/columns/sort-orders.ts'
import { may } from '#lib/api/session.ts'
import { formatDayRange, formatMonth } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import type { KeyOf, KeyUnder, Namespace } from '#lib/texts/catalog.ts'
import { monthColumnTexts } from '#lib/texts/settlement-names.ts'

type DescribedView = Pick<SavedView, 'path' | 'query' | 'memberName' | 'channelName' | 'tagName'>

interface ViewTexts {
  readonly namespaces: readonly Namespace[]
  readonly state?: (state: string) => string
  readonly sorting?: (sort: string, order: string) => string
}

const reportTexts: ViewTexts = {
  namespaces: ['reports', 'lists'],
  sorting: (sort, order) => t(getOrderKey('reports', `${sort}-${order}` as OrderName<'reports'>)),
}

const monthTexts: ViewTexts = {
  namespaces: ['lists', 'settlement'],
  state: (state) => t(`settlement:states.${state}` as KeyUnder<'settlement:states'>),
  sorting: (sort, order) => `${t(monthColumnTexts[sort as MonthSort])} ${order === 'asc' ? '↑' : '↓'}`,
}

/** The texts of the screens themselves, by the names of pages. Absent: those of reports. */
const screenTexts: Readonly<Record<string, ViewTexts>> = {
  'manage-channel': {
    namespaces: ['channels', 'channel-states', 'lists'],
    state: (state) => t(`channel-states:${state}` as KeyOf<'channel-states'>),
    sorting: (sort, order) => t(getOrderKey('channels', `${sort}-${order}` as OrderName<'channels'>)),
  },
  'manage-member': {
    namespaces: ['members', 'lists'],
    state: (state) => t(`lists:memberStates.${state}` as KeyUnder<'lists:memberStates'>),
    sorting: (sort, order) => t(getOrderKey('members', `${sort}-${order}` as OrderName<'members'>)),
  },
  months: monthTexts,
  month: monthTexts,
  payments: { namespaces: [] },
  statements: { namespaces: [] },
}

const getTexts = ({ name }: ViewPage): ViewTexts => screenTexts[name] ?? reportTexts

export function getViewNamespaces(path: string): readonly Namespace[] {
  const page = findViewPage(path)
  return page ? getTexts(page).namespaces : []
}

type Params = Readonly<Record<string, string | undefined>>

function describePeriod({ period, from, to }: Params): string | undefined {
  if (period === undefined) return undefined
  return period === 'custom' && from && to
    ? formatDayRange(from, to, locale())
    : t(`reports:period.${period}` as KeyUnder<'reports:period'>)
}

const comparisons: Readonly<Record<string, () => string>> = {
  year: () => t('saved-views:of.year'),
  none: () => t('reports:compare.none'),
}

/** Others than managers see nobody else, whatever the address says. */
function describeMember({ member }: Params, name: string | null): string | undefined {
  if (!member || !may('members.read').get()) return undefined
  return member === 'none' ? t('channels:filter.nobody') : (name ?? t('saved-views:of.missingMember'))
}

const describeTag = ({ tag }: Params, name: string | null): string | undefined =>
  tag ? t('saved-views:of.tag', { name: name ?? t('saved-views:of.missingTag') }) : undefined

const isChannelPage = (path: string) => path.startsWith('/report-channel/')

function describeChannel(path: string, { channel }: Params, name: string | null): string | undefined {
  // A video is one of its channel.
  const isOfChannel = isChannelPage(path) || (channel && !path.startsWith('/report-video/'))
  return isOfChannel ? (name ?? t('saved-views:of.missingChannel')) : undefined
}

const countItems = (text: string | undefined) => text?.split(',').filter(Boolean).length ?? 0

/** `hasTitle`: the title of the page is beside it. */
function listParts(
  page: ViewPage,
  { path, query, memberName, channelName, tagName }: DescribedView,
  { hasTitle }: { hasTitle: boolean },
): string[] {
  const params: Params = readViewQuery(page, query)
  const { search, state, month, sort, order, columns, compare = '' } = params
  const given = new URLSearchParams(query)
  const channels = countItems(params.channels)
  const texts = getTexts(page)
  return [
    describePeriod(params),
    comparisons[compare]?.(),
    describeMember(params, memberName),
    describeTag(params, tagName),
    !(hasTitle && isChannelPage(path)) && describeChannel(path, params, channelName),
    channels > 0 && t('common:channelCount', { count: channels }),
    search && t('saved-views:of.search', { search }),
    state && texts.state?.(state),
    month && formatMonth(month, locale()),
    path.startsWith('/months/') && formatMonth(path.slice('/months/'.length), locale()),
    (given.has('sort') || given.has('order')) && sort && order && texts.sorting?.(sort, order),
    columns !== undefined && t('saved-views:of.columns', { count: countItems(columns) }),
  ].filter((part) => typeof part === 'string' && part !== '') as string[]
}

const separator = ' · '

/** What a view shows, in the words of its screen: "Last 28 days · Kim · Highest profit". */
export function describeView(view: DescribedView): string {
  const page = findViewPage(view.path)
  const parts = page ? listParts(page, view, { hasTitle: false }) : []
  return parts.join(separator) || t('saved-views:of.everything')
}

const pageTitleSelector = '#main h1'

/** The pages of single items, whose titles are theirs. */
const isItem = ({ path }: DescribedView) => path.split('/').length > 2 && !path.startsWith('/months/')

/** Suggests the name of a new view; that of an item begins with its title. */
export function suggestName(page: ViewPage, view: DescribedView): string {
  const title = isItem(view) ? document.querySelector(pageTitleSelector)?.textContent?.trim() : undefined
  const parts = [...(title ? [title] : []), ...listParts(page, view, { hasTitle: Boolean(title) })]
  const name = parts.join(separator) || t(`shell:views.${page.name}` as KeyUnder<'shell:views'>)
  return [...name].slice(0, maxViewNameLength).join('').trim()
}
