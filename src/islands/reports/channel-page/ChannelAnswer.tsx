import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import {
  type Figures,
  getPremiumProfit,
  getProfit,
  premiumRate,
  pricePerThousandViews,
} from '#contract/reports/reports.ts'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { Remark, Remarks } from '#islands/kit/ui/Remarks.tsx'
import { Answer, AnswerSkeleton } from '#islands/reports/dashboard/Answer.tsx'
import { buildAskHref } from '#islands/reports/detail/AskLink.tsx'
import { ChangeText } from '#islands/reports/metrics/ChangeText.tsx'
import { $pageChannelId } from '#islands/reports/state/channel-link.ts'
import { computeChange } from '#islands/reports/state/totals.ts'
import {
  type DisplayedReport,
  toDisplayedReport,
  useDisplayedReport,
} from '#islands/reports/state/use-displayed-report.ts'
import { $seesNetwork } from '#lib/api/session.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatPercent, formatThousandPrice, missingValue } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelPage.module.css'
import { NetworkShare, ShareSkeleton } from './NetworkShare.tsx'
import { channelEvents, channelMovers, type channelReport } from './store.ts'

type Result = ReturnType<typeof channelReport.$state.get>['result']

/** Shows the channel's profit, its part of the whole, and the reason for the change. `result` is null while loading. */
export function ChannelAnswer({ result }: { result: Result }) {
  const shown = useMemo(() => toDisplayedReport(result), [result])
  const network = useDisplayedReport().shown
  const seesNetwork = useStore($seesNetwork)
  if (!shown) return <ChannelAnswerSkeleton />
  const { from, to } = shown.report.range
  return (
    <>
      <p className={styles.period}>
        <Remarks>
          <Remark>{formatDayRange(from, to, locale())}</Remark>
          <Remark>{t('reports:estimate')}</Remark>
          {!seesNetwork && <Remark>{t('reports:netNotice')}</Remark>}
        </Remarks>{' '}
        <AskDay day={to} />
      </p>
      <Answer
        shown={shown}
        movers={channelMovers}
        events={channelEvents}
        beside={<NetworkShare shown={shown} network={network} />}
      >
        <Split shown={shown} />
      </Answer>
    </>
  )
}

/** null: loading; it only takes the room. */
function AskDay({ day }: { day: string | null }) {
  const channel = useStore($pageChannelId) ?? ''
  const href = day === null ? undefined : buildAskHref({ ask: 'day', channel, day })
  return (
    <a className={styles.ask} href={href}>
      {t('channel-page:askDay')}
    </a>
  )
}

const divide = (part: number, whole: number) => (whole === 0 ? null : part / whole)

const splitFigures = {
  perThousand: (figures: Figures) => pricePerThousandViews(figures),
  premiumRate: (figures: Figures) => premiumRate(figures),
  premiumShare: (figures: Figures) => divide(getPremiumProfit(figures), getProfit(figures)),
}
type SplitKey = keyof typeof splitFigures
const splitKeys = Object.keys(splitFigures) as SplitKey[]

/** Shows the price of a view, and YouTube Premium's part in views and profit. */
function Split({ shown }: { shown: DisplayedReport }) {
  const { totals, previous } = shown.report
  return (
    <dl className={styles.split}>
      {splitKeys.map((key) => {
        const value = splitFigures[key](totals)
        const change = computeChange(value, previous ? splitFigures[key](previous.totals) : undefined)
        return (
          <div key={key}>
            <dt className="note">
              {t(key === 'perThousand' ? 'reports:perThousand' : `channel-page:split.${key}`)}
            </dt>
            <dd className={styles.splitFigure} data-figure={key}>
              {formatSplit(key, value, shown)}
            </dd>
            {typeof change === 'number' && shown.time.compare !== 'none' && (
              <dd className="note">
                <ChangeText change={change} comparison={undefined} />
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}

function formatSplit(key: SplitKey, value: number | null, { currency }: DisplayedReport): string {
  if (value === null) return missingValue
  return key === 'perThousand'
    ? formatThousandPrice(value, currency, locale())
    : formatPercent(value, locale())
}

const ChannelAnswerSkeleton = () => (
  <>
    <p className={styles.period} aria-hidden="true">
      <Skeleton width="280px" /> <AskDay day={null} />
    </p>
    <AnswerSkeleton beside={<ShareSkeleton />}>
      <dl className={styles.split}>
        {splitKeys.map((key) => (
          <div key={key}>
            <dt className="note">
              {t(key === 'perThousand' ? 'reports:perThousand' : `channel-page:split.${key}`)}
            </dt>
            <dd className={styles.splitFigure}>
              <Skeleton width="64px" />
            </dd>
          </div>
        ))}
      </dl>
    </AnswerSkeleton>
  </>
)
