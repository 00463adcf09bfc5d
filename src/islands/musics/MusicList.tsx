import { PagedList } from '#islands/tables/PagedList.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import cards from './Cards.module.css'
import type { ListTab } from './filter.ts'
import { MusicCard } from './MusicCard.tsx'
import styles from './Musics.module.css'
import { clearFilters, type TrackList as List, showPage } from './store.ts'
import { UsagePeriod } from './TrackDetails.tsx'

const getTexts = () => ({
  title: t('musics:list.title'),
  total: (count: number) => t('musics:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('musics:failed.stale'),
  failed: t('musics:failed.list'),
  pages: t('musics:list.pages'),
  previous: t('musics:list.previous'),
  next: t('musics:list.next'),
})

interface MusicListProps {
  tab: ListTab
  list: List
}

/** The tracks that the address asks for, a page at a time. */
export const MusicList = ({ tab, list }: MusicListProps) => (
  <PagedList
    list={list}
    texts={getTexts()}
    onPageChange={showPage}
    className={styles.list}
    headerActions={<UsagePeriod />}
    skeleton={<MusicListSkeleton />}
    empty={({ key, data }) =>
      data.musics.length === 0 && (
        <NoTracks
          tab={tab}
          pastEnd={key.page > 0 && data.total > 0}
          narrowed={key.search !== '' || key.category !== undefined}
        />
      )
    }
  >
    {({ data }) => (
      <ul className={cards.cards}>
        {data.musics.map((music) => (
          <MusicCard key={music.id} music={music} />
        ))}
      </ul>
    )}
  </PagedList>
)

/** Of the size of cards that are there. */
export const MusicListSkeleton = () => (
  <ul className={cards.cards} aria-hidden="true">
    {Array.from({ length: 12 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cards that stand for others never move
      <li key={at} className={cards.waiting}>
        <span />
        <span />
        <span />
      </li>
    ))}
  </ul>
)

/** Why there is no track to show, and what to do. */
function NoTracks({ tab, pastEnd, narrowed }: { tab: ListTab; pastEnd: boolean; narrowed: boolean }) {
  if (pastEnd) {
    return (
      <Message title={t('musics:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('musics:empty.firstPage')}</Button>
      </Message>
    )
  }
  if (!narrowed && tab !== 'tags')
    return <Message title={t(`musics:empty.${tab}`)} text={t('musics:empty.next')} />
  return (
    <Message title={t('musics:empty.none')} text={t('musics:empty.noneNext')}>
      <Button onClick={clearFilters}>{t('musics:empty.showAll')}</Button>
    </Message>
  )
}
