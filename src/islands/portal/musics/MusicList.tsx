import { PagedList } from '#islands/kit/tables/PagedList.tsx'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { MusicCard } from './MusicCard.tsx'
import type { ListTab } from './state/filter.ts'
import { clearFilters, type TrackList as List, showPage } from './state/store.ts'
import cards from './tracks/Cards.module.css'
import { UsagePeriod } from './tracks/TrackDetails.tsx'

const getTexts = () => ({
  title: t('musics:list.title'),
  total: (count: number) => t('musics:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('common:stale'),
  failed: t('musics:failed.list'),
  pages: t('musics:list.pages'),
  pastEnd: t('musics:empty.pastEnd'),
})

interface MusicListProps {
  tab: ListTab
  list: List
}

export const MusicList = ({ tab, list }: MusicListProps) => (
  <PagedList
    list={list}
    texts={getTexts()}
    onPageChange={showPage}
    className="min-0"
    controls={<UsagePeriod />}
    skeleton={<MusicListSkeleton />}
    empty={({ key, data }) =>
      data.musics.length === 0 && (
        <NoTracks tab={tab} isFiltered={key.search !== '' || key.category !== undefined} />
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

export const MusicListSkeleton = () => (
  <ul className={cards.cards} aria-hidden="true">
    {Array.from({ length: 12 }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never move
      <li key={at} className={cards.skeleton}>
        <Skeleton />
      </li>
    ))}
  </ul>
)

interface NoTracksProps {
  tab: ListTab
  isFiltered: boolean
}

function NoTracks({ tab, isFiltered }: NoTracksProps) {
  if (!isFiltered && tab !== 'tags')
    return <Message title={t(`musics:empty.${tab}`)} text={t('musics:empty.next')} />
  return (
    <Message title={t('musics:empty.none')} text={t('musics:empty.noneNext')}>
      <Button onClick={clearFilters}>{t('musics:empty.showAll')}</Button>
    </Message>
  )
}
