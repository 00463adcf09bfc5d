import { addDays, getWeekday, listDays } from '#contract/calendar.ts'
import type { ChannelSort } from '#contract/channel-report.ts'
import type { MoverKind } from '#contract/movers.ts'
import {
  type DayRange,
  type Figures,
  getPremiumProfit,
  getProfit,
  listedPeriods,
  type RequestedTime,
  type SortOrder,
  type VideoSort,
} from '#contract/reports.ts'
import { getComparisonRange, getRequestedRange } from '#server/figures/periods.ts'
import {
  createIncompleteDayTest,
  type Report,
  type ReportedFact,
  selectCurrentFacts,
} from './reported-facts.ts'

/** A registration of a channel, as the operator and the people left it. */
export interface Registration {
  channelId: string
  network: 'ours' | 'theirs'
  name: string
  approval: number
  verification: string
  earnsFrom: string | null
  approvedOn: string | null
  removed: boolean
  /** Members to whom it is assigned. */
  members: string[]
}

export interface VideoMetadata {
  channelId: string
  videoId: string
  saidOn: string
  publishedAt: string | null
  lengthSeconds: number | null
}

export interface World {
  registrations: Registration[]
  /** In the order in which they came: a later one of the same owner, day and type replaces the earlier. */
  reports: Report[]
  rates: { day: string; krwMicros: number }[]
  fees: { member: string; day: string; permille: number }[]
  metadata: VideoMetadata[]
}

/** Who asks: the manager, the manager for a member, a member; with or without one channel. */
export interface Viewer {
  member: string | null
  netOnly: boolean
  channel: string | null
  /** Some of the visible ones. */
  channels?: readonly string[]
}

/** Of millions, as lists are sorted. */
const divideByViews = (part: number, views: number) =>
  views > 0 ? Number(divideRounded(BigInt(part) * 1_000_000n, BigInt(views))) : null

const premiumKeys = (row: Figures) => ({
  premiumViews: row.premiumViews,
  premiumProfit: getPremiumProfit(row),
  premiumRate: divideByViews(row.premiumViews, row.views),
  premiumPrice: divideByViews(getPremiumProfit(row), row.premiumViews),
})

function sumRows({ netOnly, member }: Viewer, rows: readonly Figures[]): Figures {
  const sum = (of: (row: Figures) => number | null) => rows.reduce((total, row) => total + (of(row) ?? 0), 0)
  return {
    views: sum((row) => row.views),
    premiumViews: sum((row) => row.premiumViews),
    grossProfit: netOnly ? null : sum((row) => row.grossProfit),
    netProfit: member === null ? null : sum((row) => row.netProfit),
    grossPremiumProfit: netOnly ? null : sum((row) => row.grossPremiumProfit),
    netPremiumProfit: member === null ? null : sum((row) => row.netPremiumProfit),
  }
}

/** Halves away from zero, as PostgreSQL rounds. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}

interface Sums {
  day: string
  views: bigint
  premiumViews: bigint
  micros: bigint
  premiumMicros: bigint
}

type Row = Figures & { price: number | null }

/** Every figure of every report by plain loops over the facts, slow and obvious. */
export function createReportModel(world: World) {
  const facts = selectCurrentFacts(world.reports)
  const findRegistration = (channelId: string) =>
    world.registrations.find((one) => one.channelId === channelId && !one.removed)
  const findEarningRegistration = (channelId: string, network = 'ours') => {
    const one = findRegistration(channelId)
    return one?.network === network && one.approval === 2 && one.verification === 'verified' ? one : undefined
  }
  const earningFacts = facts.filter((fact) => {
    const earnsFrom = findEarningRegistration(fact.channelId)?.earnsFrom
    return earnsFrom !== undefined && earnsFrom !== null && earnsFrom <= fact.day
  })
  const isIncomplete = createIncompleteDayTest(world.reports, (channelId) => {
    const one = findEarningRegistration(channelId)
    return one ? one.earnsFrom : null
  })
  const reportedDays = [...new Set(earningFacts.map(({ day }) => day))]
    .filter((day) => !isIncomplete(day))
    .sort()
  const [firstDay = null, latestDay = null] = [reportedDays[0], reportedDays.at(-1)]
  const isKnown = (day: string) =>
    firstDay !== null && latestDay !== null && firstDay <= day && day <= latestDay && !isIncomplete(day)
  const listIncompleteDays = (range: DayRange) => listDays(range).filter(isIncomplete)
  const currency = world.rates.length === 0 ? 'USD' : 'KRW'

  function findRate(day: string): bigint {
    const sorted = world.rates.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const known = sorted.filter((rate) => rate.day <= day).at(-1) ?? sorted[0]
    return BigInt(known?.krwMicros ?? 0)
  }
  const amount = (micros: bigint, day: string) =>
    currency === 'USD' ? micros : divideRounded(micros * findRate(day), 1_000_000_000n)
  function subtractFee(gross: bigint, day: string, member: string | null): bigint {
    const set = world.fees.filter((fee) => fee.member === member && fee.day <= day)
    const permille = set.sort((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.permille ?? 0
    return gross - divideRounded(gross * BigInt(permille), 1000n)
  }

  /** The channels in question. */
  function findVisibleChannels({ member, channel, channels }: Viewer): string[] {
    const all = world.registrations.filter(
      (one) => !one.removed && one.network === 'ours' && (member === null || one.members.includes(member)),
    )
    return all
      .map(({ channelId }) => channelId)
      .filter((id) => channel === null || id === channel)
      .filter((id) => channels === undefined || channels.includes(id))
  }

  /** Days of facts, each summed before it is rounded. */
  function computeFigures(asker: Viewer, some: readonly ReportedFact[]): Row {
    const days = sumByDay(some)
    const total = (of: (sums: Sums) => bigint) => Number(days.reduce((sum, day) => sum + of(day), 0n))
    const views = total((day) => day.views)
    const profit = total((day) => amount(day.micros, day.day))
    const premium = total((day) => amount(day.premiumMicros, day.day))
    const net = total((day) => subtractFee(amount(day.micros, day.day), day.day, asker.member))
    const premiumNet = total((day) => subtractFee(amount(day.premiumMicros, day.day), day.day, asker.member))
    return {
      views,
      premiumViews: total((day) => day.premiumViews),
      grossProfit: asker.netOnly ? null : profit,
      grossPremiumProfit: asker.netOnly ? null : premium,
      netProfit: asker.member === null ? null : net,
      netPremiumProfit: asker.member === null ? null : premiumNet,
      price: divideByViews(asker.netOnly ? net : profit, views),
    }
  }

  const filterRange = ({ from, to }: DayRange, some: readonly ReportedFact[]) =>
    some.filter(({ day }) => day >= from && day <= to)
  const findFacts = (asker: Viewer, range: DayRange) => {
    const ids = findVisibleChannels(asker)
    return filterRange(range, earningFacts).filter(({ channelId }) => ids.includes(channelId))
  }

  function buildSeries(asker: Viewer, range: DayRange, some: readonly ReportedFact[]) {
    const days = listDays(range)
    const perDay = days.map((day) =>
      isKnown(day)
        ? computeFigures(
            asker,
            some.filter((fact) => fact.day === day),
          )
        : null,
    )
    const column = (of: (row: Row) => number | null) => perDay.map((row) => (row ? of(row) : null))
    return {
      days,
      views: column((row) => row.views),
      premiumViews: column((row) => row.premiumViews),
      ...buildProfitColumns(asker, column),
      grossPremiumProfit: asker.netOnly ? null : column((row) => row.grossPremiumProfit),
      netPremiumProfit: asker.member === null ? null : column((row) => row.netPremiumProfit),
    }
  }

  const buildProfitColumns = <C>(asker: Viewer, column: (of: (row: Row) => number | null) => C) => ({
    grossProfit: asker.netOnly ? null : column((row) => row.grossProfit),
    netProfit: asker.member === null ? null : column((row) => row.netProfit),
  })

  /** A person whose channels have no figures has no period, whatever the rest of the network has. */
  function getRanges(asker: Viewer, time: RequestedTime) {
    if (firstDay === null || latestDay === null) return null
    const ids = findVisibleChannels({ member: asker.member, netOnly: asker.netOnly, channel: null })
    const hasFigures = earningFacts.some(({ channelId, day }) => ids.includes(channelId) && day <= latestDay)
    if (asker.member !== null && !hasFigures) return null
    const range = getRequestedRange(time, { firstDay, latestDay })
    return { range, before: getComparisonRange(time, range), bounds: { from: firstDay, to: latestDay } }
  }

  function dashboard(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const part = (range: DayRange) => ({
      range,
      totals: pickFigures(computeFigures(asker, findFacts(asker, range))),
      series: buildSeries(asker, range, findFacts(asker, range)),
    })
    const { range, before, bounds } = ranges
    return {
      ...part(range),
      incompleteDays: listIncompleteDays(range),
      previous: before !== null && bounds.from <= before.from ? part(before) : null,
      bounds,
      forecast: time.period === 'month' ? forecast(asker, bounds) : null,
    }
  }

  /** What the manager sees of each member’s month, the newest month first. */
  function memberMonths(members: readonly string[]) {
    if (firstDay === null || latestDay === null) return []
    const months = listDays({ from: firstDay, to: latestDay }).map((day) => day.slice(0, 7))
    return [...new Set(months)].reverse().map((month) => {
      const days = listDays({ from: `${month}-01`, to: latestDay }).filter((day) => day.startsWith(month))
      const range = { from: days[0] ?? '', to: days.at(-1) ?? '' }
      const sumOf = (member: string | null) => {
        const asker = { member, netOnly: false, channel: null }
        return computeFigures(asker, findFacts(asker, range))
      }
      const rows = members.map((member) => {
        const { grossProfit, netProfit } = sumOf(member)
        return { member, grossProfit: grossProfit ?? 0, netProfit: netProfit ?? 0 }
      })
      const total = (of: (row: (typeof rows)[number]) => number) =>
        rows.reduce((sum, row) => sum + of(row), 0)
      return {
        month,
        range,
        incompleteDays: listIncompleteDays(range),
        rows,
        membersProfit: {
          grossProfit: total((row) => row.grossProfit),
          netProfit: total((row) => row.netProfit),
        },
        networkProfit: sumOf(null).grossProfit,
      }
    })
  }

  /** By counting ranks: as many values are at most as large as the rank says. */
  function forecast(asker: Viewer, bounds: DayRange) {
    const [year = 0, month = 0] = bounds.to.split('-').map(Number)
    const lastDay = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    const days = listDays({ from: addDays(bounds.to, 1), to: lastDay })
    const known = listDays({ from: addDays(bounds.to, -55), to: bounds.to })
      .filter(isKnown)
      .map((day) => ({
        day,
        profit: getProfit(computeFigures(asker, findFacts(asker, { from: day, to: day }))),
      }))
    if (known.length < 14 || days.length === 0) return null
    const valuesOf = (day: string) => {
      const same = known.filter((one) => getWeekday(one.day) === getWeekday(day))
      return (same.length > 0 ? same : known).map(({ profit }) => profit)
    }
    const pick = (day: string, rank: (last: number) => number) => {
      const values = valuesOf(day)
      const at = rank(values.length - 1)
      return values.find(
        (value) =>
          values.filter((other) => other < value).length <= at &&
          values.filter((other) => other <= value).length > at,
      )
    }
    const monthBefore = {
      from: new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10),
      to: new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10),
    }
    const { grossProfit, netProfit } = computeFigures(asker, findFacts(asker, monthBefore))
    return {
      days,
      low: days.map((day) => pick(day, (last) => Math.floor(last / 4))),
      expected: days.map((day) => pick(day, (last) => Math.floor(last / 2))),
      high: days.map((day) => pick(day, (last) => last - Math.floor(last / 4))),
      previousMonth: bounds.from <= monthBefore.from ? { grossProfit, netProfit } : null,
    }
  }

  function channels(asker: Viewer, time: RequestedTime, sort: ChannelSort, order: SortOrder) {
    const ranges = getRanges(asker, time)
    if (!ranges) return { previousRange: null, totals: sumRows(asker, []), channels: [] }
    const known = ranges.before && ranges.bounds.from <= ranges.before.from ? ranges.before : null
    const groups = Map.groupBy(findFacts(asker, ranges.range), ({ channelId }) => channelId)
    const rows = [...groups].map(([channelId, some]) => {
      const row = computeFigures(asker, some)
      const videos = new Set(some.map(({ videoId }) => videoId).filter((id) => id !== ''))
      const { name = channelId, earnsFrom, members } = findRegistration(channelId) ?? {}
      const compared = known !== null && (earnsFrom ?? '') <= known.from
      const before = findFacts(asker, known ?? ranges.range).filter((fact) => fact.channelId === channelId)
      const { grossProfit, netProfit } = computeFigures(asker, before)
      return {
        ...row,
        channelId,
        name,
        shorts: videos.size,
        previous: compared ? { grossProfit, netProfit } : null,
        members: asker.netOnly ? null : (members ?? []).toSorted(),
      }
    })
    const changeOf = ({ previous, ...row }: (typeof rows)[number]) => {
      const base = previous ? getProfit(previous) : 0
      return base > 0 ? (getProfit(row) - base) / base : null
    }
    const key = (row: (typeof rows)[number]) =>
      ({
        name: row.name.normalize('NFKC').toLowerCase(),
        views: row.views,
        shorts: row.shorts,
        profit: getProfit(row),
        price: row.price,
        change: changeOf(row),
        members: row.members?.[0] ?? null,
        ...premiumKeys(row),
      })[sort]
    const sorted = sortNullsLast(rows, key, (row) => row.channelId, order)
    return {
      previousRange: known,
      totals: sumRows(asker, rows),
      channels: sorted.map(({ channelId, name, shorts, previous, members, ...row }) => ({
        channelId,
        name,
        shorts,
        previous,
        members,
        ...pickFigures(row),
      })),
    }
  }

  function channelSeries(asker: Viewer, time: RequestedTime, channelIds: readonly string[]) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const all = findFacts(asker, ranges.range)
    const columns = (some: typeof all) => {
      const { views, grossProfit, netProfit } = buildSeries(asker, ranges.range, some)
      return { views, grossProfit, netProfit }
    }
    return {
      range: ranges.range,
      days: listDays(ranges.range),
      incompleteDays: listIncompleteDays(ranges.range),
      channels: channelIds.map((channelId) => ({
        channelId,
        name: findRegistration(channelId)?.name,
        ...columns(all.filter((fact) => fact.channelId === channelId)),
      })),
      other: columns(all.filter(({ channelId }) => !channelIds.includes(channelId))),
    }
  }

  function videoRows(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges) return []
    const some = findFacts(asker, ranges.range).filter(({ videoId }) => videoId !== '')
    return [...Map.groupBy(some, ({ channelId, videoId }) => `${videoId} ${channelId}`)].map(([id, of]) => {
      const [videoId = '', channelId = ''] = id.split(' ')
      const date = world.metadata.find(
        (one) => one.videoId === videoId && one.channelId === channelId,
      )?.publishedAt
      return { ...computeFigures(asker, of), id, videoId, channelId, date: date ?? null }
    })
  }
  type VideoRow = ReturnType<typeof videoRows>[number]
  /** Lists are in the order of what is seen. */
  const videoKey = (sort: VideoSort) => (row: VideoRow) =>
    ({ date: row.date, views: row.views, profit: getProfit(row), price: row.price, ...premiumKeys(row) })[
      sort
    ]
  const toVideo = ({ videoId, channelId, ...row }: VideoRow) => ({ videoId, channelId, ...pickFigures(row) })

  const videos = (asker: Viewer, time: RequestedTime, sort: VideoSort, order: SortOrder) =>
    sortNullsLast(videoRows(asker, time), videoKey(sort), ({ id }) => id, order).map(toVideo)

  /** Noon in Greenwich is the same day in California. */
  function events(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    const ids = findVisibleChannels(asker).filter((id) => findEarningRegistration(id)?.earnsFrom)
    if (!ranges || findVisibleChannels(asker).length === 0) return { range: null, events: [] }
    const published = world.metadata
      .filter(({ channelId }) => ids.includes(channelId))
      .map(({ publishedAt }) => ({ day: publishedAt?.slice(0, 10), kind: 'video', name: 'A title' }))
    const approved = world.registrations
      .filter((one) => !one.removed && ids.includes(one.channelId))
      .map(({ approvedOn, name }) => ({ day: approvedOn ?? undefined, kind: 'channel', name }))
    const sorted = world.fees.toSorted((a, b) => compareValues(a.day, b.day))
    const changed = sorted.flatMap(({ member, day, permille }) => {
      const before = sorted.findLast((fee) => fee.member === member && fee.day < day)?.permille ?? 0
      const isAsked = asker.member === null || asker.member === member
      return isAsked && before !== permille ? [{ day, kind: 'fee', name: member, permille }] : []
    })
    const all = [...published, ...approved, ...changed].filter(
      ({ day = '' }) => day >= ranges.range.from && day <= ranges.range.to,
    )
    const groups = [...Map.groupBy(all, ({ day, kind }) => `${day} ${kind}`).entries()]
    return {
      range: ranges.range,
      events: groups
        .sort(([a], [b]) => compareValues(a, b))
        .map(([key, some]) => ({
          day: key.slice(0, 10),
          kind: key.slice(11),
          count: some.length,
          names: some
            .map(({ name }) => name)
            .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
            .slice(0, 3),
          permille: some.length === 1 && some[0] && 'permille' in some[0] ? some[0].permille : null,
        })),
    }
  }

  function videoTotals(asker: Viewer, time: RequestedTime, isListed: (videoId: string) => boolean) {
    const rows = videoRows(asker, time).filter(({ videoId }) => isListed(videoId))
    return { total: rows.length, totals: sumRows(asker, rows) }
  }

  /** Of the videos of a list, sorted by id. */
  function videoTrends(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges) return []
    const { range, before, bounds } = ranges
    return videoRows(asker, time)
      .map(({ videoId, channelId }) => {
        const own = earningFacts.filter((fact) => fact.channelId === channelId && fact.videoId === videoId)
        const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
        const compared = before !== null && bounds.from <= before.from && earnsFrom <= before.from
        const previous = before && computeFigures(asker, filterRange(before, own))
        return {
          channelId,
          videoId,
          views: buildSeries(asker, range, own).views,
          previous:
            compared && previous
              ? { grossProfit: previous.grossProfit, netProfit: previous.netProfit }
              : null,
        }
      })
      .sort((a, b) => compareValues(a.channelId + a.videoId, b.channelId + b.videoId))
  }

  function extremes(asker: Viewer, time: RequestedTime) {
    const priced = videoRows(asker, time).filter(({ price }) => price !== null)
    const popular = priced.filter(({ views }) => views >= 1000)
    const some = popular.length > 0 ? popular : priced
    const first = (order: SortOrder) =>
      sortNullsLast(some, videoKey('price'), ({ id }) => id, order)
        .slice(0, 5)
        .map(toVideo)
    return { minViews: popular.length > 0 ? 1000 : 1, highest: first('desc'), lowest: first('asc') }
  }

  /** By counting: a price has a rank if fewer are below it, and as many are at most as high. */
  function priceSpread(asker: Viewer, time: RequestedTime, isListed: (videoId: string) => boolean) {
    const rows = videoRows(asker, time).filter(({ videoId }) => isListed(videoId))
    const prices = rows.flatMap(({ price }) => (price === null ? [] : [price]))
    const withoutViews = rows.length - prices.length
    if (prices.length === 0) return { withoutViews, spread: null }
    const pick = (rank: number) =>
      prices.find(
        (price) =>
          prices.filter((other) => other < price).length <= rank &&
          prices.filter((other) => other <= price).length > rank,
      ) ?? Number.NaN
    const last = prices.length - 1
    const [lowest, highest] = [pick(Math.floor(last / 20)), pick(Math.ceil((19 * last) / 20))]
    let step = currency === 'KRW' ? 1_000_000 : 10_000_000
    for (let at = 1; step * 12 < highest - lowest; at += 1) step *= at % 3 === 2 ? 2.5 : 2
    const from = Math.floor(lowest / step) * step
    const ends: number[] = []
    for (let end = from + step; ends.length === 0 || end - step <= highest; end += step) ends.push(end)
    const countBelow = (end: number, at: number) =>
      at === ends.length - 1 ? prices.length : prices.filter((price) => price < end).length
    const sums = ends.map(countBelow)
    return {
      withoutViews,
      spread: {
        videos: prices.length,
        low: pick(Math.floor(last / 4)),
        median: pick(Math.floor(last / 2)),
        high: pick(Math.ceil((3 * last) / 4)),
        from,
        step,
        counts: sums.map((sum, at) => sum - (sums[at - 1] ?? 0)),
      },
    }
  }

  /** The channel under which a video is shown: of several the one last named. */
  function findVideoChannel(asker: Viewer, videoId: string): string | null {
    const findMetadata = (channelId: string) =>
      world.metadata.find((one) => one.channelId === channelId && one.videoId === videoId)
    const isListed = (channelId: string) =>
      listedPeriods.some((period) =>
        videoRows({ ...asker, member: null, channel: null }, { period, compare: 'none' }).some(
          (row) => row.videoId === videoId && row.channelId === channelId,
        ),
      )
    const candidates = findVisibleChannels(asker).filter(
      (id) => findEarningRegistration(id)?.earnsFrom && (findMetadata(id) !== undefined || isListed(id)),
    )
    const saidOn = (id: string) => findMetadata(id)?.saidOn ?? ''
    return candidates.sort((a, b) => compareValues(saidOn(b), saidOn(a)) || compareValues(a, b))[0] ?? null
  }

  function video(asker: Viewer, time: RequestedTime, videoId: string) {
    const ranges = getRanges(asker, time)
    const channelId = findVideoChannel(asker, videoId)
    if (!ranges || channelId === null) return null
    const length = world.metadata.find(
      (one) => one.channelId === channelId && one.videoId === videoId,
    )?.lengthSeconds
    const own = earningFacts.filter((fact) => fact.channelId === channelId && fact.videoId === videoId)
    const totals = (range: DayRange) => {
      const row = pickFigures(computeFigures(asker, filterRange(range, own)))
      const averageWatchSeconds = row.views === 0 ? null : (row.views * 900) / row.views / 1000
      return {
        ...row,
        watchSeconds: Math.round((row.views * 900) / 1000),
        averageWatchSeconds,
        averageWatchRate: averageWatchSeconds === null || !length ? null : averageWatchSeconds / length,
      }
    }
    const { range, before } = ranges
    const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
    const compared =
      before !== null && firstDay !== null && firstDay <= before.from && earnsFrom <= before.from
    const days = listDays(range)
    const perDay = days.map((day) => own.filter((fact) => fact.day === day))
    const column = (of: (row: Row) => number | null) =>
      perDay.map((some, at) =>
        some.length > 0 && isKnown(days[at] ?? '') ? of(computeFigures(asker, some)) : null,
      )
    return {
      channelId,
      range,
      totals: totals(range),
      previous: compared ? { range: before, totals: totals(before) } : null,
      series: {
        days,
        views: column((row) => row.views),
        ...buildProfitColumns(asker, column),
        premiumViews: column((row) => row.premiumViews),
      },
      incompleteDays: listIncompleteDays(range),
      countries: sumCountries(asker, filterRange(range, own)),
    }
  }

  /** Sums from the day of upload on, one video at a time. */
  function videoCurve(asker: Viewer, videoId: string) {
    const channelId = findVideoChannel(asker, videoId)
    if (channelId === null || firstDay === null || latestDay === null) return null
    const earnsFrom = findRegistration(channelId)?.earnsFrom ?? ''
    const uploads = world.metadata.flatMap((one) => {
      if (one.channelId !== channelId || one.publishedAt === null) return []
      const day = toPacificDay(one.publishedAt)
      return day < earnsFrom || day < firstDay || day > latestDay ? [] : [{ ...one, day }]
    })
    const own = uploads.find((one) => one.videoId === videoId)
    if (!own) return { curve: null }
    const findOwnFacts = (id: string, from: string) =>
      earningFacts.filter(
        (fact) =>
          fact.channelId === channelId && fact.videoId === id && from <= fact.day && fact.day <= latestDay,
      )
    const listAges = (from: string) => listDays({ from, to: latestDay }).slice(0, 60)
    const sumUpTo = (id: string, from: string, to: string) =>
      computeFigures(asker, filterRange({ from, to }, findOwnFacts(id, from)))
    const column = (pick: (row: Row) => number | null) =>
      listAges(own.day).map((day) => (isIncomplete(day) ? null : pick(sumUpTo(videoId, own.day, day))))
    const others = uploads
      .filter((one) => one.videoId !== videoId)
      .filter((one) => findOwnFacts(one.videoId, one.day).length > 0)
    const atAge = Array.from({ length: 60 }, (_, age) =>
      others
        .filter((one) => addDays(one.day, age) <= latestDay)
        .map((one) => getProfit(sumUpTo(one.videoId, one.day, addDays(one.day, age))))
        .sort((a, b) => a - b),
    )
    const quartile = (part: (last: number) => number) =>
      atAge.map((sums) => (sums.length < 5 ? null : sums[part(sums.length - 1)]))
    const week = listDays({ from: addDays(latestDay, -6), to: latestDay })
    const { grossProfit, netProfit } = sumUpTo(videoId, week[0] ?? '', latestDay)
    return {
      curve: {
        publishedDay: own.day,
        ...buildProfitColumns(asker, column),
        recent: own.day > (week[0] ?? '') || week.some(isIncomplete) ? null : { grossProfit, netProfit },
        usual: {
          low: quartile((last) => Math.floor(last / 4)),
          median: quartile((last) => Math.floor(last / 2)),
          high: quartile((last) => last - Math.floor(last / 4)),
          videos: atAge.map((sums) => sums.length),
        },
      },
    }
  }

  function watchRates(asker: Viewer, time: RequestedTime, videoId: string) {
    const ranges = getRanges(asker, time)
    const channelId = findVideoChannel(asker, videoId)
    if (!ranges || channelId === null) return null
    const days = listDays(ranges.range)
    const rate = (isCounted: (id: string) => boolean) =>
      days.map((day) => {
        let views = 0n
        let watched = 0
        for (const { videoId: id, lengthSeconds } of world.metadata.filter(
          (one) => one.channelId === channelId && isCounted(one.videoId) && Boolean(one.lengthSeconds),
        )) {
          const sums = sumByDay(
            earningFacts.filter(
              (fact) => fact.channelId === channelId && fact.videoId === id && fact.day === day,
            ),
          )
          views += sums[0]?.views ?? 0n
          watched += Number((sums[0]?.views ?? 0n) * 900n) / Number(lengthSeconds)
        }
        return isKnown(day) && views > 0n ? Math.round(watched) / 1000 / Number(views) : null
      })
    return { days, video: rate((id) => id === videoId), channel: rate((id) => id !== videoId) }
  }

  /** A country gets what its day's amount grows by when it is added, in the order of the countries. */
  function sumCountries(asker: Viewer, own: readonly ReportedFact[]) {
    const countries = new Map<string, { country: string; views: number; gross: bigint; net: bigint }>()
    const cumulativeByDay = new Map<string, bigint>()
    const netAmount = (micros: bigint, day: string) => subtractFee(amount(micros, day), day, asker.member)
    for (const { type, day, country, views, revenueMicros } of own.toSorted((a, b) =>
      compareValues(a.country, b.country),
    )) {
      const before = cumulativeByDay.get(day) ?? 0n
      const after = type === 'revenue' ? before + BigInt(revenueMicros) : before
      cumulativeByDay.set(day, after)
      const found = countries.get(country) ?? { country, views: 0, gross: 0n, net: 0n }
      countries.set(country, {
        country,
        views: found.views + (type === 'activity' ? views : 0),
        gross: found.gross + amount(after, day) - amount(before, day),
        net: found.net + netAmount(after, day) - netAmount(before, day),
      })
    }
    return [...countries.values()]
      .sort((a, b) => b.views - a.views || compareValues(a.country, b.country))
      .map(({ country, views, gross, net }) => ({
        country,
        views,
        grossProfit: asker.netOnly ? null : Number(gross),
        netProfit: asker.member === null ? null : Number(net),
      }))
  }

  /** Of all channels in question; they add up to the dashboard's totals. */
  function countries(asker: Viewer, time: RequestedTime) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const { range } = ranges
    return {
      range,
      incompleteDays: listIncompleteDays(range),
      countries: sumCountries(asker, findFacts(asker, range)),
    }
  }

  /** `listTracks`: the tracks of a video. */
  function movers(
    asker: Viewer,
    time: RequestedTime,
    by: MoverKind,
    listTracks: (video: { channelId: string; videoId: string }) => string[] = () => [],
  ) {
    const ranges = getRanges(asker, time)
    if (!ranges || findVisibleChannels(asker).length === 0) return null
    const { range, before, bounds } = ranges
    if (before === null || before.from < bounds.from) return null
    const changes = new Map<string, { id: string; channelId: string | null; now: Profits; before: Profits }>()
    const sumProfits = (some: readonly ReportedFact[]): Profits => {
      const { grossProfit, netProfit } = computeFigures(asker, some)
      return { grossProfit, netProfit }
    }
    const facts = [...findFacts(asker, range), ...findFacts(asker, before)]
    const counted = by === 'channel' ? facts : facts.filter(({ videoId }) => videoId !== '')
    const groups = Map.groupBy(new Set(counted), ({ channelId, videoId }) =>
      by === 'channel' ? channelId : `${videoId} ${channelId}`,
    )
    for (const of of groups.values()) {
      const { channelId, videoId } = of[0] ?? { channelId: '', videoId: '' }
      const ids = { channel: [channelId], video: [videoId], track: listTracks({ channelId, videoId }) }[by]
      for (const id of ids) {
        const key = by === 'video' ? `${id} ${channelId}` : id
        const known = changes.get(key)
        const [now, earlier] = [sumProfits(filterRange(range, of)), sumProfits(filterRange(before, of))]
        changes.set(key, {
          id,
          channelId: by === 'video' ? channelId : null,
          now: known ? addProfits(known.now, now) : now,
          before: known ? addProfits(known.before, earlier) : earlier,
        })
      }
    }
    const all = [...changes.values()].map(({ id, channelId, now, before: earlier }) => ({
      mover: { id, channelId, current: now, previous: earlier },
      change: getProfit(now) - getProfit(earlier),
    }))
    const pick = (sign: 1 | -1) =>
      all
        .filter(({ change }) => change * sign > 0)
        .sort(
          (a, b) =>
            (b.change - a.change) * sign ||
            compareValues(a.mover.id, b.mover.id) ||
            compareValues(a.mover.channelId ?? '', b.mover.channelId ?? ''),
        )
    const add = (some: typeof all) => some.reduce((sum, { change }) => sum + change, 0)
    return {
      range,
      previousRange: before,
      risers: pick(1)
        .slice(0, 5)
        .map(({ mover }) => mover),
      fallers: pick(-1)
        .slice(0, 5)
        .map(({ mover }) => mover),
      risen: add(pick(1)),
      fallen: add(pick(-1)),
    }
  }

  return {
    currency,
    findVisibleChannels,
    dashboard,
    events,
    memberMonths,
    channels,
    channelSeries,
    videos,
    videoTotals,
    videoTrends,
    extremes,
    priceSpread,
    video,
    videoCurve,
    watchRates,
    countries,
    movers,
  }
}

/** California's clocks went back on November 1, 2026, at 9:00 UTC. */
function toPacificDay(moment: string): string {
  const hours = moment < '2026-11-01T09:00' ? 7 : 8
  return new Date(Date.parse(moment) - hours * 3_600_000).toISOString().slice(0, 10)
}

type Profits = Pick<Figures, 'grossProfit' | 'netProfit'>

const addVisible = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
const addProfits = (a: Profits, b: Profits): Profits => ({
  grossProfit: addVisible(a.grossProfit, b.grossProfit),
  netProfit: addVisible(a.netProfit, b.netProfit),
})

function sumByDay(facts: readonly ReportedFact[]): Sums[] {
  const days = new Map<string, Sums>()
  for (const fact of facts) {
    const sums = days.get(fact.day) ?? {
      day: fact.day,
      views: 0n,
      premiumViews: 0n,
      micros: 0n,
      premiumMicros: 0n,
    }
    if (fact.type === 'activity') {
      sums.views += BigInt(fact.views)
      sums.premiumViews += BigInt(fact.premiumViews)
    } else {
      sums.micros += BigInt(fact.revenueMicros)
      sums.premiumMicros += BigInt(fact.premiumRevenueMicros)
    }
    days.set(fact.day, sums)
  }
  return [...days.values()]
}

const pickFigures = (figures: Figures): Figures => ({
  views: figures.views,
  premiumViews: figures.premiumViews,
  grossProfit: figures.grossProfit,
  netProfit: figures.netProfit,
  grossPremiumProfit: figures.grossPremiumProfit,
  netPremiumProfit: figures.netPremiumProfit,
})

const compareValues = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)

/** Those without a value last and by id; ties by id the same way as the rest. */
function sortNullsLast<R>(
  rows: readonly R[],
  keyOf: (row: R) => string | number | null,
  idOf: (row: R) => string,
  order: SortOrder,
): R[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return x === y ? compareValues(idOf(a), idOf(b)) : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compareValues(x, y) || compareValues(idOf(a), idOf(b)))
  })
}
