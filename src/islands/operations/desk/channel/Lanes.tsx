import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import { addDays } from '#contract/reports/calendar.ts'
import { formatMonthShort } from '#lib/format/day.ts'
import { addValue } from '#lib/i18n/phrases.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { describeSpan } from './describe-channel.ts'
import styles from './Lanes.module.css'
import { createLaneScale, type LaneScale, type LaneSpan, listLanes } from './lanes.ts'

/** Answers who had the channel when: one lane for each thing that is decided by day. */
export function Lanes({ channel }: { channel: ChannelCard }) {
  const lanes = listLanes(channel)
  const scale = createLaneScale(lanes, channel.today)
  return (
    <div className={styles.lanes}>
      <div className={styles.scale} aria-hidden="true">
        {scale.ticks.map((day) => (
          <span key={day} style={{ insetInlineStart: `${scale.at(day)}%` }}>
            {formatMonthShort(day.slice(0, 7), locale())}
          </span>
        ))}
        <b>{t('desk-channel:lanes.today')}</b>
      </div>
      <dl>
        {lanes.map(({ key, rows }) => (
          <div key={key} className={styles.lane} data-lane={key}>
            <dt>{t(`desk-channel:lanes.${key}`)}</dt>
            <dd>
              {rows.map((row) => (
                <ul key={row[0]?.key}>
                  {row.map((span) => (
                    <Span key={span.key} span={span} scale={scale} today={channel.today} />
                  ))}
                </ul>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Span({ span, scale, today }: { span: LaneSpan; scale: LaneScale; today: string }) {
  const start = scale.at(span.from)
  const end = scale.at(span.until ?? addDays(today, 1))
  const days = describeSpan(span)
  return (
    <li
      data-tone={span.tone}
      style={{ insetInlineStart: `${start}%`, inlineSize: `${Math.max(0.6, end - start)}%` }}
      title={addValue(span.text, days)}
    >
      <span>{span.text}</span>
      <span className="visually-hidden">{days}</span>
    </li>
  )
}
