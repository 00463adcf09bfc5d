import { useStore } from '@nanostores/react'
import type { ChannelCard } from '#contract/operations/desk/channel-card.ts'
import styles from '#islands/operations/desk/card/Card.module.css'
import { may } from '#lib/api/session.ts'
import { formatDay } from '#lib/format/day.ts'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { openDialog } from '#lib/navigation/active-dialog.ts'

/** Nothing for auditors. What cannot be undone comes last. */
export function Actions({ channel }: { channel: ChannelCard }) {
  const reviews = useStore(may('reviews.change'))
  const movesDay = useStore(may('earning-days.change'))
  const releases = useStore(may('channels.release'))
  if (!reviews && !movesDay && !releases) return null
  const { id, endedAt, earnsFrom } = channel
  return (
    <section className={styles.panel} aria-labelledby="card-actions">
      <h2 id="card-actions">{t('desk:actions')}</h2>
      {endedAt !== null ? (
        <p className={styles.none}>{t('desk-channel:actions.none')}</p>
      ) : (
        <ul className={styles.actions}>
          {reviews && (
            <li>
              <a href={localizePath(`/desk/review?id=${id}`, locale())}>{t('desk-channel:actions.review')}</a>
              <small>{t('desk-channel:actions.reviewText')}</small>
            </li>
          )}
          {movesDay && earnsFrom !== null && (
            <li>
              <button type="button" onClick={() => openDialog('earning', id)}>
                {t('desk-channel:actions.earning')}
              </button>
              <small>{t('desk-channel:actions.earningText', { day: formatDay(earnsFrom, locale()) })}</small>
            </li>
          )}
          {releases && (
            <li data-tone="bad">
              <button type="button" onClick={() => openDialog('release', id)}>
                {t('desk-channel:actions.release')}
              </button>
              <small>{t('desk-channel:actions.releaseText')}</small>
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
