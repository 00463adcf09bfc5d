import { useStore } from '@nanostores/react'
import type { ChannelPage, ChannelSort } from '#contract/channel-report.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import { SortHeader } from '#shared/SortHeader.tsx'
import { ChannelInfo } from './ChannelInfo.tsx'
import styles from './ChannelReport.module.css'
import { Fact, factKeys } from './channel-facts.tsx'
import { $channelFilter, sortByColumn } from './store.ts'

export function ChannelTable({ page: { range, currency, channels } }: { page: ChannelPage }) {
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className="visually-hidden">
          {range &&
            t('channel-report:list.caption', { range: formatDayRange(range.from, range.to, locale()) })}
        </caption>
        <thead>
          <tr>
            <ColumnHead column="name" />
            {factKeys.map((fact) => (
              <ColumnHead key={fact} column={fact} />
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.channelId} data-channel={channel.channelId}>
              <th scope="row">
                <ChannelInfo channel={channel} />
              </th>
              {factKeys.map((fact) => (
                <td key={fact} data-fact={fact}>
                  <Fact fact={fact} channel={channel} currency={currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function ColumnHead({ column }: { column: ChannelSort }) {
  const { sort, order } = useStore($channelFilter)
  return (
    <SortHeader
      label={t(`channel-report:list.${column}`)}
      by={undefined}
      order={sort === column ? order : undefined}
      onSort={() => sortByColumn(column)}
    />
  )
}
