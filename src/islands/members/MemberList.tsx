import { useStore } from '@nanostores/react'
import { formatNumber } from '#lib/format.ts'
import { $screen } from '#lib/screen.ts'
import { locale, t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import { PagedList } from '#shared/PagedList.tsx'
import { MemberCards } from './MemberCards.tsx'
import styles from './Members.module.css'
import { MemberTable } from './MemberTable.tsx'
import { $opened, openAdd } from './opened.ts'
import { list, showAll, showPage } from './store.ts'
import { WaitingRows } from './WaitingRows.tsx'

const texts = () => ({
  title: t('members:list.title'),
  total: (count: number) => t('members:list.total', { count, total: formatNumber(count, locale()) }),
  stale: t('members:failed.stale'),
  failed: t('members:failed.list'),
  pages: t('members:list.pages'),
  previous: t('members:list.previous'),
  next: t('members:list.next'),
})

/** The members that the search finds, a page at a time. */
export function MemberList() {
  const narrow = useStore($screen) === 'mobile'
  // Drawn again when a dialog closes, so that the focus finds its place.
  useStore($opened)
  return (
    <PagedList
      list={list}
      texts={texts()}
      onTurn={showPage}
      className={styles.card}
      waiting={<WaitingRows />}
      empty={({ question, data }) =>
        data.members.length === 0 && (
          <Empty pastEnd={question.page > 0 && data.total > 0} searched={question.search !== ''} />
        )
      }
    >
      {({ data: { members } }) =>
        narrow ? <MemberCards members={members} /> : <MemberTable members={members} />
      }
    </PagedList>
  )
}

/** Why there is no member to show, and what to do. */
function Empty({ pastEnd, searched }: { pastEnd: boolean; searched: boolean }) {
  if (pastEnd) {
    return (
      <Message title={t('members:empty.pastEnd')} text="">
        <Button onClick={() => showPage(0)}>{t('members:empty.firstPage')}</Button>
      </Message>
    )
  }
  return searched ? (
    <Message title={t('members:empty.none')} text={t('members:empty.noneNext')}>
      <Button onClick={showAll}>{t('members:empty.showAll')}</Button>
    </Message>
  ) : (
    <Message title={t('members:empty.title')} text={t('members:empty.next')}>
      <Button kind="primary" onClick={openAdd}>
        {t('members:create')}
      </Button>
    </Message>
  )
}
