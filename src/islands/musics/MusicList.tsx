import { formatNumber } from '#lib/format.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { PagedList } from '#shared/PagedList.tsx'
import cards from './Cards.module.css'
import type { ListTab } from './filter.ts'
import { MusicCard } from './MusicCard.tsx'
import styles from './Musics.module.css'
import { type MusicList as List, showAll, showPage } from './store.ts'
import { UseDays } from './track-facts.tsx'

const texts = () => ({
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
    texts={texts()}
    onTurn={showPage}
    className={styles.list}
    beside={<UseDays />}
    waiting={<WaitingCards />}
    empty={({ question, data }) =>
      data.musics.length === 0 && (
        <Empty
          tab={tab}
          pastEnd={question.page > 0 && data.total > 0}
          narrowed={question.search !== '' || question.category !== undefined}
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
export const WaitingCards = () => (
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
function Empty({ tab, pastEnd, narrowed }: { tab: ListTab; pastEnd: boolean; narrowed: boolean }) {
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
      <Button onClick={showAll}>{t('musics:empty.showAll')}</Button>
    </Message>
  )
}
