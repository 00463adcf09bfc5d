import { useStore } from '@nanostores/react'
import { type MusicSort, musicSorts } from '#contract/musics.ts'
import { t } from '#lib/strings.ts'
import { Message } from '#shared/Message.tsx'
import { SearchField } from '#shared/SearchField.tsx'
import { Select } from '#shared/Select.tsx'
import { categories, searchLength, type ListTab as Tab } from './filter.ts'
import { MoodChips } from './MoodLinks.tsx'
import { MusicList, WaitingCards } from './MusicList.tsx'
import styles from './Musics.module.css'
import { $filter, $mood, lists, moods, searchMusics, showCategory, sortMusics } from './store.ts'

/** Tracks to be searched and narrowed down: all, those of a mood, those for videos that sell. */
export const ListTab = ({ tab }: { tab: Tab }) =>
  tab === 'tags' ? (
    <Moods />
  ) : (
    <>
      <Filters />
      <MusicList key={tab} tab={tab} list={lists[tab]} />
    </>
  )

function Moods() {
  const { answer, error } = useStore(moods.$state)
  const chosen = useStore($mood)
  // Where the address names a mood, its tracks are asked for at once.
  useStore(lists.tags.$state)
  if (answer?.data.moods.length === 0)
    return <Message title={t('musics:moods.none')} text={t('musics:empty.next')} />
  if (answer === null && error === null) return <WaitingCards />
  return (
    <>
      <MoodChips chosen={chosen} strip />
      {/* The chips say what is wrong; without them nothing is chosen. */}
      {chosen !== null && <Filters />}
      {chosen !== null && <MusicList tab="tags" list={lists.tags} />}
    </>
  )
}

/** What the lists can be narrowed down by. */
function Filters() {
  const { search, category, sort } = useStore($filter)
  return (
    <div className={styles.filters}>
      <SearchField
        label={t('musics:search')}
        value={search}
        maxLength={searchLength}
        onChange={searchMusics}
      />
      <Select
        label={t('musics:category.label')}
        value={category ?? ''}
        options={[
          { value: '', label: t('musics:category.all') },
          ...categories.map((value) => ({ value, label: t(`musics:categories.${value}`) })),
        ]}
        onChange={(value) => showCategory(categories.find((one) => one === value))}
      />
      <Select
        label={t('musics:sort.label')}
        value={sort}
        options={musicSorts.map((value) => ({ value, label: t(`musics:sort.${value}`) }))}
        onChange={(value) => sortMusics(value as MusicSort)}
      />
    </div>
  )
}
