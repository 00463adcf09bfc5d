import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { exportChannels, seriesChannels } from '#contract/channel-report.ts'
import { searchLength } from '#contract/reports.ts'
import { ExportButton } from '#islands/reports/ExportButton.tsx'
import report from '#islands/reports/Report.module.css'
import { formatNumber } from '#lib/format.ts'
import { formatDayRange } from '#lib/format-day.ts'
import { $screen } from '#lib/screen.ts'
import { locale, t } from '#lib/strings.ts'
import { SearchField } from '#shared/SearchField.tsx'
import { Select } from '#shared/Select.tsx'
import styles from './ChannelReport.module.css'
import { ChannelSortSelect } from './ChannelSortSelect.tsx'
import { ChannelsBody } from './ChannelsBody.tsx'
import { chosenIds } from './chosen.ts'
import { pageSizes } from './filter.ts'
import { $channelFilter, channelPage, choosePageSize, searchChannels, showAllChannels } from './store.ts'
import { useAnswer } from './use-answer.ts'

/** Every channel with figures in the period. */
export function Channels() {
  const { answer, stale, error } = useAnswer(channelPage)
  const heading = useRef<HTMLHeadingElement>(null)
  // A new page is read from its top.
  function turned() {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className={report.videos} aria-busy={stale || (answer === null && error === null)}>
      <div className={styles.head}>
        <div>
          <h2 ref={heading} id="channels-title" tabIndex={-1}>
            {t('channel-report:list.title')}
          </h2>
          <p>{answer?.data.range && <Counted {...answer.data} range={answer.data.range} />}</p>
        </div>
        <Controls />
      </div>
      <ChosenCount />
      <div data-stale={stale || undefined}>
        <ChannelsBody answer={answer} stale={stale} error={error} onTurn={turned} />
      </div>
    </section>
  )
}

function Counted({ range, total }: { range: { from: string; to: string }; total: number }) {
  return (
    <>
      <span>{formatDayRange(range.from, range.to, locale())}</span>{' '}
      <span role="status">
        {t('channel-report:list.total', { count: total, total: formatNumber(total, locale()) })}
      </span>
    </>
  )
}

function Controls() {
  const { search, size } = useStore($channelFilter)
  const screen = useStore($screen)
  return (
    <div className={styles.controls}>
      <SearchField
        label={t('channel-report:list.search')}
        value={search}
        maxLength={searchLength}
        onChange={searchChannels}
      />
      {screen === 'mobile' && <ChannelSortSelect />}
      <Select
        label={t('channel-report:list.size')}
        value={String(size)}
        options={pageSizes.map((count) => ({
          value: String(count),
          label: t('channel-report:list.perPage', { count }),
        }))}
        onChange={(value) => choosePageSize(Number(value))}
      />
      <ExportChannels />
    </div>
  )
}

function ExportChannels() {
  const { period, member, search, sort, order } = useStore($channelFilter)
  const query = { period, member: member ?? undefined, search: search || undefined, sort, order }
  return <ExportButton endpoint={exportChannels} query={query} table={t('channel-report:list.title')} />
}

/** How the charts are narrowed, or how to do so. */
function ChosenCount() {
  const { chosen } = useStore($channelFilter)
  const count = chosenIds(chosen).length
  const key = count === 0 ? 'hint' : count < seriesChannels ? 'count' : 'all'
  return (
    <div className={styles.chosen}>
      <p role="status">{t(`channel-report:chosen.${key}`, { count, most: seriesChannels })}</p>
      {count > 0 && (
        <button type="button" onClick={showAllChannels}>
          {t('channel-report:chosen.clear')}
        </button>
      )}
    </div>
  )
}
