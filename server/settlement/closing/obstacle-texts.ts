import type { Locale } from '#contract/platform/locale.ts'
import type { Obstacle as WordedObstacle } from '#contract/settlement/closing-obstacles.ts'
import { formatRate } from '#lib/format/amount.ts'
import { formatDay, formatMonth } from '#lib/format/day.ts'
import { formatCents, formatPercent } from '#lib/format/number.ts'
import { joinNames, translate } from '#server/platform/texts.ts'
import { formatMonth as formatPlainMonth } from '#server/settlement/calendar/month.ts'
import { getObstacleKey, type Obstacle } from './closing-obstacles.ts'

interface Wording {
  locale: Locale
  formatDay: (day: string) => string
  formatMonth: (month: string) => string
}

const createWording = (locale: Locale): Wording => ({
  locale,
  formatDay: (day) => formatDay(day, locale),
  formatMonth: (month) => formatMonth(formatPlainMonth(month), locale),
})

/** Writes days as the operator's commands take them. */
const commandWording: Wording = { locale: 'en', formatDay: (day) => day, formatMonth: formatPlainMonth }

function describeObstacle(obstacle: Obstacle, wording: Wording): string {
  const { locale } = wording
  const formatDollars = (micros: number) => formatCents(Math.abs(micros) / 10_000, locale)
  const list = (names: readonly string[]) => new Intl.ListFormat(locale).format(names)
  switch (obstacle.code) {
    case 'not-over':
      return translate('obstacles:not-over', locale, { day: wording.formatDay(obstacle.day) })
    case 'earlier-open':
      return translate('obstacles:earlier-open', locale, { month: wording.formatMonth(obstacle.month) })
    case 'no-files':
    case 'no-summary':
    case 'no-tax':
      return translate(`obstacles:${obstacle.code}`, locale, { owner: obstacle.owner })
    case 'difference': {
      const { owner, micros, missing } = obstacle
      const group = translate(
        obstacle.group === 'total' ? 'common:total' : `settlement:sources.${obstacle.group}`,
        locale,
      )
      const name = micros < 0 ? 'difference-less' : 'difference-more'
      const text = translate(`obstacles:${name}`, locale, { owner, group, amount: formatDollars(micros) })
      if (missing.length === 0) return text
      const files = list(missing.map((source) => translate(`settlement:sources.${source}`, locale)))
      return `${text} ${translate('obstacles:missing', locale, { missing: files })}`
    }
    case 'unknown-line':
      return translate('obstacles:unknown-line', locale, { owner: obstacle.owner, label: obstacle.label })
    case 'shares': {
      const { day, channel, accounts } = obstacle
      return translate('obstacles:shares', locale, {
        day: wording.formatDay(day),
        channel: channel.name ?? '',
        accounts: list(accounts.map(getName)),
      })
    }
    case 'held':
    case 'unregistered': {
      const { channels, count, micros } = obstacle
      const named = channels.slice(0, maxNamedChannels).map(({ name, channelId }) => name ?? channelId ?? '')
      const names =
        count > named.length
          ? translate('obstacles:more', locale, {
              channels: joinNames(named, locale),
              count: `${count - named.length}`,
            })
          : list(named)
      const amount = formatDollars(micros)
      return translate(`obstacles:${obstacle.code}`, locale, { count: `${count}`, amount, channels: names })
    }
    case 'no-rate':
      return translate('obstacles:no-rate', locale, { site: obstacle.site })
    case 'rate': {
      const { krwMicros, expected } = obstacle
      const won = formatRate(krwMicros, locale)
      if (expected === null) return translate('obstacles:rate-unlikely', locale, { won })
      const percent = formatPercent(Math.abs(krwMicros / expected.krwMicros - 1), locale)
      const name = krwMicros < expected.krwMicros ? 'rate-below' : 'rate-above'
      const known = formatRate(expected.krwMicros, locale)
      const formatRateDay = expected.kind === 'closing' ? wording.formatMonth : wording.formatDay
      const rate = translate(`obstacles:rate-${expected.kind}`, locale, {
        known,
        day: expected.day === null ? '' : formatRateDay(expected.day),
      })
      return translate(`obstacles:${name}`, locale, { won, percent, rate })
    }
    case 'currency':
      return translate('obstacles:currency', locale, { accounts: list(obstacle.accounts.map(getName)) })
  }
}

/** Of the channels whose money is unallocated: a sentence names no more. */
const maxNamedChannels = 3

const getName = ({ nickname, id }: { nickname: string | null; id: number }) => nickname ?? `#${id}`

/** `networkId`: only what concerns it or everyone; null: all, for the installation's operator. */
export const localizeObstacles = (
  obstacles: readonly Obstacle[],
  networkId: number | null,
  locale: Locale,
): WordedObstacle[] => {
  const wording = createWording(locale)
  return obstacles
    .filter(({ networkIds }) => networkId === null || networkIds === null || networkIds.includes(networkId))
    .map((obstacle) => ({
      ...obstacle,
      key: getObstacleKey(obstacle),
      text: describeObstacle(obstacle, wording),
    }))
}

export function formatObstacles(month: string, obstacles: readonly Obstacle[]): string {
  const hint = obstacles.every(({ canBeExplained }) => canBeExplained)
    ? ['Import what is missing, or write down why each is right: --explain "<name in brackets>=<reason>".']
    : []
  return [
    `${formatPlainMonth(month)} cannot be closed:`,
    ...obstacles.flatMap((obstacle) => [
      `  ${describeObstacle(obstacle, commandWording)}${obstacle.canBeExplained ? ` [${getObstacleKey(obstacle)}]` : ''}`,
      ...(obstacle.code === 'shares'
        ? [`    See: channel share ${obstacle.channel.channelId} … --from ${obstacle.day}`]
        : []),
    ]),
    ...(obstacles.some(({ code }) => code === 'rate') ? ['If the rate is right, add --force.'] : []),
    ...hint,
  ].join('\n')
}
