import { dayOfMoment } from '#lib/days.ts'
import { formatDay } from '#lib/format-day.ts'
import { locale, t } from '#lib/strings.ts'
import styles from './Notices.module.css'

export const Pinned = () => <span className={styles.pinned}>{t('notices:pinned')}</span>

/** The day on which it was published where the reader is. */
export const PublishedOn = ({ moment }: { moment: string }) => (
  <time className={styles.day} dateTime={moment}>
    {formatDay(dayOfMoment(moment), locale())}
  </time>
)
