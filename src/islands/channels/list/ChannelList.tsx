import { useStore } from '@nanostores/react'
import type { listChannels } from '#contract/channels/channels.ts'
import type { EndpointOutput } from '#contract/platform/endpoint.ts'
import { type ChannelsFilter, channelSortings, isFiltered } from '#islands/channels/state/filter.ts'
import {
  $filter,
  channelList,
  clearFilters,
  filterByMember,
  searchChannels,
  showPage,
  sortChannels,
} from '#islands/channels/state/store.ts'
import { useExport } from '#islands/channels/state/use-export.ts'
import { MemberCombobox } from '#islands/kit/forms/combobox/MemberCombobox.tsx'
import { getOrderKey } from '#islands/kit/tables/columns/sort-orders.ts'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { may } from '#lib/api/session.ts'
import { formatDayRange } from '#lib/format/day.ts'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $activeDialog, openDialog } from '#lib/navigation/active-dialog.ts'
import styles from './Channels.module.css'
import { ChannelTable } from './ChannelTable.tsx'
import { ClosedChannelRow } from './ClosedChannelRow.tsx'
import { RequestRow } from './RequestRow.tsx'

const skeletonRows = 12

type Data = EndpointOutput<typeof listChannels>

const getTexts = () => ({
  title: t('channels:list.title'),
  total: (count: number) => t('lists:channelTotal', { count, total: formatNumber(count, locale()) }),
  stale: t('common:stale'),
  failed: t('lists:channelsFailed'),
  pages: t('channels:list.pages'),
  pastEnd: t('channels:empty.pastEnd'),
  isNumbered: true,
})

/** Extras appear only on the unfiltered first page. */
const getExtras = (filter: ChannelsFilter, { requests, closed }: Data) =>
  filter.page === 0 && !isFiltered(filter) ? [...requests, ...closed] : []

export function ChannelList() {
  // Rerenders when a dialog closes, to restore the focus.
  useStore($activeDialog)
  return (
    <PagedList
      list={channelList}
      texts={getTexts()}
      onPageChange={showPage}
      className={styles.list}
      controls={<ChannelFilters />}
      skeleton={<ListSkeleton rows={skeletonRows} className={undefined} />}
      empty={({ key, data }) =>
        data.channels.length + getExtras(key, data).length === 0 && (
          <NoChannels isFiltered={isFiltered(key)} />
        )
      }
    >
      {({ key, data }) => (
        <>
          <ExtraRows extras={getExtras(key, data)} />
          {data.channels.length > 0 && <ChannelTable channels={data.channels} currency={data.currency} />}
          {data.profitRange && (
            <p className={styles.profitRange}>
              {t('channels:list.profitRange', {
                range: formatDayRange(data.profitRange.from, data.profitRange.to, locale()),
              })}
            </p>
          )}
        </>
      )}
    </PagedList>
  )
}

function ExtraRows({ extras }: { extras: ReturnType<typeof getExtras> }) {
  if (extras.length === 0) return null
  return (
    <ul className={styles.extras}>
      {extras.map((extra) =>
        'link' in extra ? (
          <RequestRow key={`request ${extra.id}`} request={extra} />
        ) : (
          <ClosedChannelRow key={`closed ${extra.id}`} channel={extra} />
        ),
      )}
    </ul>
  )
}

function NoChannels({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Message title={t('channels:empty.narrowed')} text={t('channels:empty.narrowedNext')}>
      <Button onClick={clearFilters}>{t('lists:showAllChannels')}</Button>
    </Message>
  ) : (
    <Message title={t('channels:empty.title')} text={t('channels:empty.next')}>
      <Button kind="primary" onClick={() => openDialog('addChannel')}>
        {t('channels:add.button')}
      </Button>
    </Message>
  )
}

function ChannelFilters() {
  const filter = useStore($filter)
  const seesChannels = useStore(may('channels.read'))
  const { pending, save } = useExport()
  return (
    <ListControls
      search={{ label: t('channels:filter.search'), value: filter.search, onChange: searchChannels }}
      sort={{
        label: t('common:sort'),
        current: filter,
        sortings: channelSortings,
        text: ({ sort, order }) =>
          t(sort === 'work' ? 'channels:sort.work-desc' : getOrderKey('channels', `${sort}-${order}`)),
        onSort: sortChannels,
      }}
      file={
        <Button
          className="small"
          aria-label={t('common:export.of', { table: t('channels:list.title') })}
          pending={pending}
          onClick={() => save()}
        >
          {t('common:export.button')}
        </Button>
      }
    >
      {seesChannels && <MemberFilter />}
    </ListControls>
  )
}

const unassignedValue = 'none'

function MemberFilter() {
  const { member } = useStore($filter)
  return (
    <MemberCombobox
      otherOption={{ value: unassignedValue, label: t('channels:filter.nobody') }}
      isOtherSelected={member === unassignedValue}
      onChoose={(value) => filterByMember(parseValue(value))}
    />
  )
}

function parseValue(value: string | null) {
  if (value === null) return undefined
  return value === unassignedValue ? unassignedValue : Number(value)
}
