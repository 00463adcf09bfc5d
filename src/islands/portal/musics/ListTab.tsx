import { useStore } from '@nanostores/react'
import { maxSearchLength } from '#contract/platform/params.ts'
import { type MusicSort, musicSorts } from '#contract/portal/musics.ts'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { Select } from '#islands/kit/forms/Select.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import { MusicList, MusicListSkeleton } from './MusicList.tsx'
import { categories, type ListTab as Tab } from './state/filter.ts'
import { $filter, filterByCategory, moods, searchMusics, sortMusics, trackLists } from './state/store.ts'
import { MoodChips } from './tracks/MoodLinks.tsx'
import styles from './tracks/Musics.module.css'

export const ListTab = ({ tab }: { tab: Tab }) =>
  tab === 'tags' ? (
    <MoodsTab />
  ) : (
    <>
      <TrackFilters />
      <MusicList key={tab} tab={tab} list={trackLists[tab]} />
    </>
  )

function MoodsTab() {
  const { result, error } = useStore(moods.$state)
  const { mood } = useStore($filter)
  // Subscribing loads the tracks at once.
  useStore(trackLists.tags.$state)
  if (result?.data.moods.length === 0)
    return <Message title={t('musics:moods.none')} text={t('musics:empty.next')} />
  if (result === null && error === null) return <MusicListSkeleton />
  return (
    <>
      <MoodChips selectedId={mood ?? null} isScrollable />
      <TrackFilters />
      <MusicList tab="tags" list={trackLists.tags} />
    </>
  )
}

function TrackFilters() {
  const { search, category, sort } = useStore($filter)
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('musics:search')}
        value={search}
        maxLength={maxSearchLength}
        onChange={searchMusics}
      />
      <Select
        label={t('musics:category.label')}
        value={category ?? ''}
        options={[
          { value: '', label: t('musics:category.all') },
          ...categories.map((value) => ({ value, label: t(`musics:categories.${value}`) })),
        ]}
        onChange={(value) => filterByCategory(categories.find((one) => one === value))}
      />
      <Select
        label={t('common:sort')}
        value={sort}
        options={musicSorts.map((value) => ({ value, label: t(`musics:sort.${value}`) }))}
        onChange={(value) => sortMusics(value as MusicSort)}
      />
    </div>
  )
}
