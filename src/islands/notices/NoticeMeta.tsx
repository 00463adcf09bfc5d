import { Day } from '#islands/ui/Day.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './Notices.module.css'

export const PinnedBadge = () => (
  <span className="chip accent" data-tone="primary">
    {t('notices:pinned')}
  </span>
)

export const NewBadge = () => <span className={`chip ${styles.new}`}>{t('notices:new')}</span>

interface NoticeDatesProps {
  published: string
  edited: string | null
}

export const NoticeDates = ({ published, edited }: NoticeDatesProps) => (
  <span className={styles.days}>
    <Day moment={published} />
    {edited !== null && (
      <span>
        {t('notices:edited')} <Day moment={edited} />
      </span>
    )}
  </span>
)
