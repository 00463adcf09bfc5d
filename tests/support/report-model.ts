import type { ChannelSort } from '#contract/channel-report.ts'
import type { DayRange, Figures, Period, SortOrder, VideoSort } from '#contract/reports.ts'
import { compareRange, daysOf, periodRange } from '#server/reports/periods.ts'
import type { Fact, FactType } from './facts.ts'

/** A registration of a channel, as the operator and the people left it. */
export interface Registration {
  channelId: string
  network: 'ours' | 'theirs'
  name: string
  approval: number
  verification: string
  earnsFrom: string | null
  removed: boolean
  /** Members to whom it is assigned. */
  members: string[]
}

/** What an owner reported of a day. */
export interface Report {
  owner: string
  types: readonly FactType[]
  facts: readonly Fact[]
}

export interface Named {
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
  named: Named[]
}

/** Who asks: the manager, the manager for a member, a member; with or without one channel. */
export interface Asker {
  member: string | null
  netOnly: boolean
  channel: string | null
}

/** Halves away from zero, as PostgreSQL rounds. */
function rounded(part: bigint, whole: bigint): bigint {
  const half = whole / 2n
  return part < 0n ? -((-part + half) / whole) : (part + half) / whole
}

interface Sums {
  day: string
  views: bigint
  premiumViews: bigint
  micros: bigint
  premiumMicros: bigint
}

type Row = Figures & { gross: number; price: number | null; seenPrice: number | null }

/** Every figure of every report by plain loops over the facts, slow and obvious. */
export function modelOf(world: World) {
  const facts = currentFacts(world)
  const live = (channelId: string) =>
    world.registrations.find((one) => one.channelId === channelId && !one.removed)
  const shown = (channelId: string, network = 'ours') => {
    const one = live(channelId)
    return one?.network === network && one.approval === 2 && one.verification === 'verified' ? one : undefined
  }
  const counted = facts.filter((fact) => {
    const earnsFrom = shown(fact.channelId)?.earnsFrom
    return earnsFrom !== undefined && earnsFrom !== null && earnsFrom <= fact.day
  })
  const knownDays = new Set(counted.map(({ day }) => day))
  const whole = wholeDays(world)
  const spanned = [...knownDays].filter((day) => whole.has(day)).sort()
  const [firstDay = null, latestDay = null] = [spanned[0], spanned.at(-1)]
  const currency = world.rates.length === 0 ? 'USD' : 'KRW'

  function rateOn(day: string): bigint {
    const sorted = world.rates.toSorted((a, b) => (a.day < b.day ? -1 : 1))
    const known = sorted.filter((rate) => rate.day <= day).at(-1) ?? sorted[0]
    return BigInt(known?.krwMicros ?? 0)
  }
  const amount = (micros: bigint, day: string) =>
    currency === 'USD' ? micros : rounded(micros * rateOn(day), 1_000_000_000n)
  function netOf(gross: bigint, day: string, member: string | null): bigint {
    const set = world.fees.filter((fee) => fee.member === member && fee.day <= day)
    const permille = set.sort((a, b) => (a.day < b.day ? -1 : 1)).at(-1)?.permille ?? 0
    return gross - rounded(gross * BigInt(permille), 1000n)
  }

  /** The channels in question. */
  function channelsOf({ member, channel }: Asker): string[] {
    const all = world.registrations.filter(
      (one) => !one.removed && one.network === 'ours' && (member === null || one.members.includes(member)),
    )
    return all.map(({ channelId }) => channelId).filter((id) => channel === null || id === channel)
  }

  /** Days of facts, each summed before it is rounded. */
  function figuresOf(asker: Asker, some: readonly (Fact & { type: FactType })[]): Row {
    const days = sumsByDay(some)
    const total = (of: (sums: Sums) => bigint) => Number(days.reduce((sum, day) => sum + of(day), 0n))
    const views = total((day) => day.views)
    const profit = total((day) => amount(day.micros, day.day))
    const premium = total((day) => amount(day.premiumMicros, day.day))
    const net = total((day) => netOf(amount(day.micros, day.day), day.day, asker.member))
    const premiumNet = total((day) => netOf(amount(day.premiumMicros, day.day), day.day, asker.member))
    const priceOf = (money: number) =>
      views > 0 ? Number(rounded(BigInt(money) * 1_000_000n, BigInt(views))) : null
    return {
      views,
      premiumViews: total((day) => day.premiumViews),
      profit: asker.netOnly ? net : profit,
      premiumProfit: asker.netOnly ? premiumNet : premium,
      memberProfit: asker.member === null || asker.netOnly ? null : net,
      gross: profit,
      price: priceOf(profit),
      seenPrice: priceOf(asker.netOnly ? net : profit),
    }
  }

  const inRange = ({ from, to }: DayRange, some: readonly (Fact & { type: FactType })[]) =>
    some.filter(({ day }) => day >= from && day <= to)
  const factsOf = (asker: Asker, range: DayRange) => {
    const ids = channelsOf(asker)
    return inRange(range, counted).filter(({ channelId }) => ids.includes(channelId))
  }

  function seriesOf(asker: Asker, range: DayRange, some: readonly (Fact & { type: FactType })[]) {
    const days = daysOf(range)
    const perDay = days.map((day) =>
      knownDays.has(day)
        ? figuresOf(
            asker,
            some.filter((fact) => fact.day === day),
          )
        : null,
    )
    const column = (of: (row: Row) => number) => perDay.map((row) => (row ? of(row) : null))
    return {
      days,
      views: column((row) => row.views),
      premiumViews: column((row) => row.premiumViews),
      profit: column((row) => row.profit),
      premiumProfit: column((row) => row.premiumProfit),
    }
  }

  const rangesOf = (period: Period) => {
    if (latestDay === null) return null
    const range = periodRange(period, latestDay)
    return { range, before: compareRange(period, range) }
  }

  function dashboard(asker: Asker, period: Period) {
    const ranges = rangesOf(period)
    if (!ranges || channelsOf(asker).length === 0) return null
    const part = (range: DayRange) => ({
      range,
      totals: plain(figuresOf(asker, factsOf(asker, range))),
      series: seriesOf(asker, range, factsOf(asker, range)),
    })
    const compared = firstDay !== null && firstDay <= ranges.before.from
    return { ...part(ranges.range), previous: compared ? part(ranges.before) : null }
  }

  function channels(asker: Asker, period: Period, sort: ChannelSort, order: SortOrder) {
    const ranges = rangesOf(period)
    if (!ranges) return []
    const groups = Map.groupBy(factsOf(asker, ranges.range), ({ channelId }) => channelId)
    const rows = [...groups].map(([channelId, some]) => {
      const row = figuresOf(asker, some)
      const videos = new Set(some.map(({ videoId }) => videoId).filter((id) => id !== ''))
      return { ...row, channelId, name: live(channelId)?.name ?? channelId, shorts: videos.size }
    })
    const key = (row: (typeof rows)[number]) =>
      ({ name: row.name.normalize('NFKC').toLowerCase(), price: row.seenPrice })[sort as 'name' | 'price'] ??
      (sort === 'price' ? null : row[sort as 'views' | 'profit' | 'shorts'])
    return sorted(rows, key, (row) => row.channelId, order).map(({ channelId, name, shorts, ...row }) => ({
      channelId,
      name,
      shorts,
      ...plain(row),
    }))
  }

  function channelSeries(asker: Asker, period: Period, wanted: readonly string[]) {
    const ranges = rangesOf(period)
    if (!ranges || channelsOf(asker).length === 0) return null
    const all = factsOf(asker, ranges.range)
    const columns = (some: typeof all) => {
      const { views, profit } = seriesOf(asker, ranges.range, some)
      return { views, profit }
    }
    return {
      range: ranges.range,
      days: daysOf(ranges.range),
      channels: wanted.map((channelId) => ({
        channelId,
        name: live(channelId)?.name,
        ...columns(all.filter((fact) => fact.channelId === channelId)),
      })),
      other: columns(all.filter(({ channelId }) => !wanted.includes(channelId))),
    }
  }

  function videoRows(asker: Asker, period: Period) {
    const ranges = rangesOf(period)
    if (!ranges) return []
    const some = factsOf(asker, ranges.range).filter(({ videoId }) => videoId !== '')
    return [...Map.groupBy(some, ({ channelId, videoId }) => `${videoId} ${channelId}`)].map(([id, of]) => {
      const [videoId = '', channelId = ''] = id.split(' ')
      const date = world.named.find(
        (one) => one.videoId === videoId && one.channelId === channelId,
      )?.publishedAt
      return { ...figuresOf(asker, of), id, videoId, channelId, date: date ?? null }
    })
  }
  type VideoRow = ReturnType<typeof videoRows>[number]
  /** Lists are in the order of the gross, whoever asks. */
  const videoKey = (sort: VideoSort) => (row: VideoRow) =>
    ({ date: row.date, views: row.views, profit: row.gross, price: row.price })[sort]
  const shownVideo = ({ videoId, channelId, ...row }: VideoRow) => ({ videoId, channelId, ...plain(row) })

  const videos = (asker: Asker, period: Period, sort: VideoSort, order: SortOrder) =>
    sorted(videoRows(asker, period), videoKey(sort), ({ id }) => id, order).map(shownVideo)

  function extremes(asker: Asker, period: Period) {
    const priced = videoRows(asker, period).filter(({ price }) => price !== null)
    const enough = priced.filter(({ views }) => views >= 1000)
    const some = enough.length > 0 ? enough : priced
    const first = (order: SortOrder) => {
      const rows = sorted(some, videoKey('price'), ({ id }) => id, order)
        .slice(0, 5)
        .map(shownVideo)
      const turn = order === 'desc' ? -1 : 1
      // A member reads them by the net.
      return asker.netOnly ? rows.toSorted((a, b) => turn * (a.profit / a.views - b.profit / b.views)) : rows
    }
    return { leastViews: enough.length > 0 ? 1000 : 1, highest: first('desc'), lowest: first('asc') }
  }

  /** The channel under which a video is shown: of several the one last named. */
  function channelOfVideo(asker: Asker, videoId: string): string | null {
    const named = (channelId: string) =>
      world.named.find((one) => one.channelId === channelId && one.videoId === videoId)
    const listed = (channelId: string) =>
      (['latest', 'month', 'last-month', 'six-months'] as const).some((period) =>
        videoRows({ ...asker, member: null, channel: null }, period).some(
          (row) => row.videoId === videoId && row.channelId === channelId,
        ),
      )
    const candidates = channelsOf(asker).filter(
      (id) => shown(id)?.earnsFrom && (named(id) !== undefined || listed(id)),
    )
    const saidOn = (id: string) => named(id)?.saidOn ?? ''
    return candidates.sort((a, b) => compare(saidOn(b), saidOn(a)) || compare(a, b))[0] ?? null
  }

  function video(asker: Asker, period: Period, videoId: string) {
    const ranges = rangesOf(period)
    const channelId = channelOfVideo(asker, videoId)
    if (!ranges || channelId === null) return null
    const length = world.named.find(
      (one) => one.channelId === channelId && one.videoId === videoId,
    )?.lengthSeconds
    const own = counted.filter((fact) => fact.channelId === channelId && fact.videoId === videoId)
    const totals = (range: DayRange) => {
      const row = plain(figuresOf(asker, inRange(range, own)))
      const averageWatchSeconds = row.views === 0 ? null : (row.views * 900) / row.views / 1000
      return {
        ...row,
        watchSeconds: Math.round((row.views * 900) / 1000),
        averageWatchSeconds,
        averageWatchRate: averageWatchSeconds === null || !length ? null : averageWatchSeconds / length,
      }
    }
    const { range, before } = ranges
    const earnsFrom = live(channelId)?.earnsFrom ?? ''
    const compared = firstDay !== null && firstDay <= before.from && earnsFrom <= before.from
    const days = daysOf(range)
    const perDay = days.map((day) => own.filter((fact) => fact.day === day))
    const column = (of: (row: Row) => number) =>
      perDay.map((some) => (some.length > 0 ? of(figuresOf(asker, some)) : null))
    return {
      channelId,
      range,
      totals: totals(range),
      previous: compared ? { range: before, totals: totals(before) } : null,
      series: {
        days,
        views: column((row) => row.views),
        profit: column((row) => row.profit),
        premiumViews: column((row) => row.premiumViews),
      },
      countries: countriesOf(asker, inRange(range, own)),
    }
  }

  /** A country gets what its day's amount grows by when it is added, in the order of the countries. */
  function countriesOf(asker: Asker, own: readonly (Fact & { type: FactType })[]) {
    const countries = new Map<string, { country: string; views: number; profit: number }>()
    const through = new Map<string, bigint>()
    const seen = (micros: bigint, day: string) => {
      const gross = amount(micros, day)
      return asker.netOnly ? netOf(gross, day, asker.member) : gross
    }
    for (const { type, day, country, views, revenueMicros } of own.toSorted((a, b) =>
      compare(a.country, b.country),
    )) {
      const before = through.get(day) ?? 0n
      const after = type === 'revenue' ? before + BigInt(revenueMicros) : before
      through.set(day, after)
      const found = countries.get(country) ?? { country, views: 0, profit: 0 }
      countries.set(country, {
        country,
        views: found.views + (type === 'activity' ? views : 0),
        profit: found.profit + Number(seen(after, day) - seen(before, day)),
      })
    }
    return [...countries.values()].sort((a, b) => b.views - a.views || compare(a.country, b.country))
  }

  return { currency, channelsOf, dashboard, channels, channelSeries, videos, extremes, video }
}

/** What is left of the reports when later ones have replaced earlier ones. */
function currentFacts({ reports }: World): (Fact & { type: FactType })[] {
  const current = new Map<string, (Fact & { type: FactType })[]>()
  for (const { owner, types, facts } of reports) {
    for (const type of types) {
      for (const [day, ofDay] of Map.groupBy(facts, (fact) => fact.day))
        current.set(
          `${owner} ${type} ${day}`,
          ofDay.map((fact) => ({ ...fact, type })),
        )
    }
  }
  return [...current.values()].flat()
}

function wholeDays({ reports }: World): Set<string> {
  const has = new Set<string>()
  for (const { owner, types, facts } of reports)
    for (const type of types) for (const { day } of facts) has.add(`${owner} ${type} ${day}`)
  const days = reports.flatMap(({ owner, facts }) => facts.map(({ day }) => ({ owner, day })))
  return new Set(
    days
      .filter(({ owner, day }) => has.has(`${owner} activity ${day}`) && has.has(`${owner} revenue ${day}`))
      .map(({ day }) => day),
  )
}

function sumsByDay(facts: readonly (Fact & { type: FactType })[]): Sums[] {
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

const plain = ({ views, premiumViews, profit, premiumProfit, memberProfit }: Figures): Figures => ({
  views,
  premiumViews,
  profit,
  premiumProfit,
  memberProfit,
})

const compare = <V extends string | number>(a: V, b: V) => (a < b ? -1 : a > b ? 1 : 0)

/** Those without a value last and by id; ties by id the same way as the rest. */
function sorted<R>(
  rows: readonly R[],
  keyOf: (row: R) => string | number | null,
  idOf: (row: R) => string,
  order: SortOrder,
): R[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return x === y ? compare(idOf(a), idOf(b)) : x === null ? 1 : -1
    return (order === 'asc' ? 1 : -1) * (compare(x, y) || compare(idOf(a), idOf(b)))
  })
}
