import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { exportChannels } from '#contract/reports/channel-report.ts'
import { maxSelectedChannels } from '#contract/reports/reports.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { ColumnMenu } from '#islands/kit/tables/columns/ColumnMenu.tsx'
import { SortSelect } from '#islands/kit/tables/SortSelect.tsx'
import { ExportButton } from '#islands/kit/ui/ExportButton.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import report from '#islands/reports/frame/Report.module.css'
import { pickTime } from '#islands/reports/state/time.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './ChannelReport.module.css'
import { ChannelsBody } from './ChannelsBody.tsx'
import { getColumnLabel } from './channel-columns.tsx'
import { channelColumnChoice } from './channel-table-columns.ts'
import { channelSortings, pageSizes } from './state/filter.ts'
import { getSelectedIds } from './state/selection.ts'
import {
  $channelFilter,
  channelPage,
  clearSelection,
  searchChannels,
  setPageSize,
  sortChannels,
} from './state/store.ts'
import { useQueryResult } from './state/use-query-result.ts'

export function ChannelsSection() {
  const { answer, stale, error } = useQueryResult(channelPage)
  const heading = useRef<HTMLHeadingElement>(null)
  function scrollToTop() {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section className="card" aria-busy={stale || (answer === null && error === null)}>
      <div className={report.listHead}>
        <div className="wrap items-baseline gap-2">
          <h2 ref={heading} id="channels-title" tabIndex={-1}>
            {t('channel-report:list.title')}
          </h2>
          <p className="note">
            {answer?.data.range && <ListSummary {...answer.data} range={answer.data.range} />}
            {answer === null && error === null && <SummarySkeleton />}
          </p>
        </div>
        <ListControls />
      </div>
      <SelectionCount />
      <div data-stale={stale || undefined}>
        <ChannelsBody answer={answer} stale={stale} error={error} onPageChange={scrollToTop} />
      </div>
    </section>
  )
}

/** Reserves the width of the summary, which decides whether the controls need their own row. */
const SummarySkeleton = () => (
  <Skeleton>
    {formatDayRange('2026-11-01', '2026-11-28', locale())}
    {` · ${t('channel-report:list.total', { count: 10, total: formatNumber(10, locale()) })}`}
  </Skeleton>
)

function ListSummary({ range, total }: { range: { from: string; to: string }; total: number }) {
  return (
    <>
      <span>{formatDayRange(range.from, range.to, locale())}</span>
      {' · '}
      <span role="status">
        {t('channel-report:list.total', { count: total, total: formatNumber(total, locale()) })}
      </span>
    </>
  )
}

function ListControls() {
  const filter = useStore($channelFilter)
  return (
    <div className={`row justify-end gap-2 min-0 ${report.listControls}`}>
      <SearchField
        label={t('channel-report:list.search')}
        value={filter.search ?? ''}
        maxLength={maxSearchLength}
        onChange={searchChannels}
      />
      <span className={styles.sort}>
        <SortSelect
          label={t('reports:sort.label')}
          current={filter}
          sortings={channelSortings}
          text={({ sort, order }) => t(`reports:sort.${sort}-${order}`)}
          onSort={sortChannels}
        />
      </span>
      <Select
        label={t('channel-report:list.size')}
        value={String(filter.size)}
        options={pageSizes.map((count) => ({
          value: String(count),
          label: t('channel-report:list.perPage', { count }),
        }))}
        onChange={(value) => setPageSize(Number(value))}
      />
      <ColumnMenu choice={channelColumnChoice} label={getColumnLabel} />
      <ExportChannels />
    </div>
  )
}

function ExportChannels() {
  const { member, search, sort, order, ...filter } = useStore($channelFilter)
  const columns = useStore(channelColumnChoice.$wanted).join()
  const query = { ...pickTime(filter), member, search, sort, order, columns }
  return <ExportButton endpoint={exportChannels} query={query} table={t('channel-report:list.title')} />
}

function SelectionCount() {
  const { selected } = useStore($channelFilter)
  const count = getSelectedIds(selected).length
  const key = count === 0 ? 'hint' : count < maxSelectedChannels ? 'count' : 'all'
  return (
    <div className={styles.selection}>
      <p role="status">{t(`channel-report:chosen.${key}`, { count, max: maxSelectedChannels })}</p>
      {count > 0 && (
        <button type="button" className="button small" onClick={clearSelection}>
          {t('channel-report:chosen.clear')}
        </button>
      )}
    </div>
  )
}
