import { toLocalDay } from '#lib/format/date-math.ts'
import { formatDay } from '#lib/format/day.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Notices.module.css'

export const PinnedBadge = () => <span className={styles.pinned}>{t('notices:pinned')}</span>

export const NewBadge = () => <span className={styles.new}>{t('notices:new')}</span>

interface NoticeDatesProps {
  published: string
  edited: string | null
}

/** The days on which it was published and edited where the reader is. */
export const NoticeDates = ({ published, edited }: NoticeDatesProps) => (
  <span className={styles.days}>
    <NoticeDate moment={published} />
    {edited !== null && (
      <span>
        {t('notices:edited')} <NoticeDate moment={edited} />
      </span>
    )}
  </span>
)

const NoticeDate = ({ moment }: { moment: string }) => (
  <time dateTime={moment}>{formatDay(toLocalDay(moment), locale())}</time>
)
