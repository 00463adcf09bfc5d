import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { countDays, getMonthStart } from '#contract/reports/calendar.ts'
import { formatRatio } from '#lib/format/number.ts'
import { listNames } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'

export interface LaneSpan {
  readonly key: string
  readonly from: string
  readonly until: string | null
  readonly text: string
  readonly tone?: 'good' | 'warn' | 'bad' | 'brand' | undefined
}

export interface Lane {
  readonly key: 'state' | 'network' | 'shares' | 'fee' | 'earns' | 'owner'
  /** Side by side where spans overlap, such as those of two members. */
  readonly rows: readonly (readonly LaneSpan[])[]
}

const stateTones = {
  approved: 'good',
  pending: 'warn',
  held: 'warn',
  rejected: 'bad',
  unverified: undefined,
} as const

const formatPermille = (permille: number) => formatRatio(permille / 1000, locale())

/** What was the case on which day, from the first day that anything says to today. */
export function listLanes({ lanes, earnsFrom, endedAt, today }: ChannelCard): Lane[] {
  const all: Lane[] = [
    {
      key: 'state',
      rows: [
        lanes.states.map(({ from, until, state }) => ({
          key: from,
          from,
          until,
          text: t(`channel-states:${state}`),
          tone: stateTones[state],
        })),
      ],
    },
    {
      key: 'network',
      rows: packRows(
        lanes.networks.map(({ id, from, until, network }) => ({
          key: String(id),
          from,
          until,
          text: network ?? t('lists:deletedAccount'),
          tone: 'brand',
        })),
      ),
    },
    {
      key: 'shares',
      rows: [
        lanes.shares.map(({ from, until, isUndecided, shares }) => ({
          key: from,
          from,
          until,
          text: listNames(
            shares.map(({ member, permille }) => {
              const name = member.nickname ?? t('lists:deletedAccount')
              return permille === null ? name : `${name} ${formatPermille(permille)}`
            }),
          ),
          tone: isUndecided ? 'warn' : undefined,
        })),
      ],
    },
    {
      key: 'fee',
      rows: packRows(
        lanes.fees.map(({ from, until, member, permille }) => ({
          key: `${member.id} ${from}`,
          from,
          until,
          text: formatPermille(permille),
        })),
      ),
    },
    {
      key: 'earns',
      rows: [
        earnsFrom === null || earnsFrom > today
          ? []
          : [
              {
                key: earnsFrom,
                from: earnsFrom,
                until: endedAt === null ? null : (lanes.states.at(-1)?.until ?? null),
                text: t('desk-channel:lanes.earns'),
                tone: 'good',
              },
            ],
      ],
    },
    {
      key: 'owner',
      rows: packRows(
        lanes.owners.map(({ owner, from, until }) => ({ key: owner, from, until, text: owner })),
      ),
    },
  ]
  return all.filter(({ rows }) => rows.some((row) => row.length > 0))
}

/** Spans that overlap go to different rows. */
function packRows(spans: readonly LaneSpan[]): LaneSpan[][] {
  const rows: LaneSpan[][] = []
  for (const span of spans) {
    const row = rows.find((one) => {
      const last = one.at(-1)
      return last !== undefined && last.until !== null && last.until <= span.from
    })
    if (row) row.push(span)
    else rows.push([span])
  }
  return rows
}

export interface LaneScale {
  /** Percent of the width. */
  readonly at: (day: string) => number
  /** First days of months. */
  readonly ticks: readonly string[]
}

const maxTicks = 8

export function createLaneScale(lanes: readonly Lane[], today: string): LaneScale {
  const days = lanes.flatMap(({ rows }) => rows.flat().map(({ from }) => from))
  const first = days.reduce((one, other) => (other < one ? other : one), today)
  const whole = Math.max(1, countDays({ from: first, to: today }))
  const at = (day: string) =>
    Math.min(100, Math.max(0, ((countDays({ from: first, to: day }) - 1) / whole) * 100))
  return { at, ticks: listTicks(first, today) }
}

function listTicks(first: string, today: string): string[] {
  const months: string[] = []
  for (let month = getMonthStart(first, 1); month <= today; month = getMonthStart(month, 1))
    months.push(month)
  const step = Math.ceil(months.length / maxTicks)
  return months.filter((_, at) => (months.length - 1 - at) % step === 0)
}
