import { dayOfMoment } from '#lib/days.ts'
import { formatDay } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Notices.module.css'

export const Pinned = () => <span className={styles.pinned}>{t('notices:pinned')}</span>

export const New = () => <span className={styles.new}>{t('notices:new')}</span>

interface DaysProps {
  published: string
  edited: string | null
}

/** The days on which it was published and edited where the reader is. */
export const Days = ({ published, edited }: DaysProps) => (
  <span className={styles.days}>
    <Day moment={published} />
    {edited !== null && (
      <span>
        {t('notices:edited')} <Day moment={edited} />
      </span>
    )}
  </span>
)

const Day = ({ moment }: { moment: string }) => (
  <time dateTime={moment}>{formatDay(dayOfMoment(moment), locale())}</time>
)
