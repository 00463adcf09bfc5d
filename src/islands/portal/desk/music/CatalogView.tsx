import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { catalogGaps, catalogStates } from '#contract/portal/desk/music.ts'
import { UndoBar } from '#islands/kit/desk/UndoBar.tsx'
import { SegmentedControl } from '#islands/kit/forms/SegmentedControl.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { ListControls } from '#islands/kit/tables/ListControls.tsx'
import { ListSkeleton } from '#islands/kit/tables/ListSkeleton.tsx'
import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { ScreenHeader } from '#islands/kit/ui/ScreenHeader.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { setParams } from '#lib/navigation/router.ts'
import styles from './Catalog.module.css'
import { CatalogTable } from './CatalogTable.tsx'
import { $filter, $undo, catalog } from './store.ts'
import { TrackDialog } from './TrackDialog.tsx'

export function CatalogView() {
  const { result } = useStore(catalog.$state)
  const [openIsrc, setOpenIsrc] = useState<string | null>(null)
  const open = result?.data.tracks.find(({ isrc }) => isrc === openIsrc)
  return (
    <div className={styles.page}>
      <ScreenHeader title={t('desk:views.music')} lead={t('desk-music:lead')} />
      <UndoBar $undo={$undo} />
      <PagedList
        list={catalog}
        className="card"
        onPageChange={(page) => setParams({ page: page > 0 ? String(page) : undefined })}
        texts={{
          title: t('desk-music:list'),
          total: (count) => t('desk-music:total', { count, number: formatNumber(count, locale()) }),
          stale: t('desk-music:stale'),
          failed: t('desk-music:failed'),
          pages: t('desk-music:pages'),
          pastEnd: t('desk-music:pastEnd'),
          isNumbered: true,
        }}
        controls={<Filters />}
        skeleton={<ListSkeleton rows={8} className={styles.skeleton} />}
        empty={({ data }) =>
          data.tracks.length === 0 && (
            <Message
              title={t(data.counts.listed === 0 ? 'desk-music:empty.title' : 'desk-music:empty.filtered')}
              text={data.counts.listed === 0 ? t('desk-music:empty.text') : ''}
            />
          )
        }
      >
        {({ data }) => <CatalogTable tracks={data.tracks} moods={data.moods} onOpen={setOpenIsrc} />}
      </PagedList>
      {open && (
        <TrackDialog
          key={open.isrc}
          track={open}
          moods={result?.data.moods ?? []}
          onClose={() => setOpenIsrc(null)}
        />
      )}
    </div>
  )
}

function Filters() {
  const { search, state, mood, without } = useStore($filter)
  const { result } = useStore(catalog.$state)
  const counts = result?.data.counts
  const withCount = (name: string, count: number | undefined) =>
    count === undefined ? name : t('desk-music:counted', { name, number: formatNumber(count, locale()) })
  const gapCounts = {
    file: counts?.withoutFile,
    cover: counts?.withoutCover,
    preview: counts?.withoutPreview,
  }
  return (
    <ListControls
      search={{
        label: t('desk-music:search'),
        value: search ?? '',
        onChange: (text) => setParams({ search: text, page: undefined }, { replace: true }),
      }}
    >
      <SegmentedControl
        label={t('desk-music:state')}
        value={state ?? 'listed'}
        options={catalogStates.map((name) => ({
          value: name,
          label: withCount(t(`desk-music:states.${name}`), counts?.[name]),
        }))}
        onChange={(next) => setParams({ state: next === 'withdrawn' ? next : undefined, page: undefined })}
      />
      <Select
        label={t('desk-music:fields.moods')}
        value={mood ?? ''}
        options={[
          { value: '', label: t('desk-music:allMoods') },
          ...(result?.data.moods ?? []).map(({ key, name, tracks }) => ({
            value: key,
            label: withCount(name, tracks),
          })),
        ]}
        onChange={(next) => setParams({ mood: next, page: undefined })}
      />
      <Select
        label={t('desk-music:gap')}
        value={without ?? ''}
        options={[
          { value: '', label: t('desk-music:anyGap') },
          ...catalogGaps.map((name) => ({
            value: name,
            label: withCount(t(`desk-music:gaps.${name}`), gapCounts[name]),
          })),
        ]}
        onChange={(next) => setParams({ without: next, page: undefined })}
      />
    </ListControls>
  )
}
