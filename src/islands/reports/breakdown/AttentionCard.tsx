import { useStore } from '@nanostores/react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Skeleton } from '#islands/kit/ui/feedback/Skeleton.tsx'
import { localizePath } from '#lib/i18n/language.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import styles from './Breakdown.module.css'
import { heldChannels, unassignedChannels } from './store.ts'

/** Lists actions that are open to the channels’ people; the frame’s banner asks for confirmation and verification. */
export function AttentionCard() {
  const held = useStore(heldChannels.$state)
  const unassigned = useStore(unassignedChannels.$state)
  const heldPage = held.result?.data
  const [first] = heldPage?.channels ?? []
  const unassignedCount = unassigned.result?.data.total ?? 0
  const isLoading = held.isLoading || unassigned.isLoading
  return (
    <article className={styles.card}>
      <h2>{t('breakdown:attention.title')}</h2>
      {isLoading && !heldPage && <Skeleton width="70%" />}
      <ul className={styles.tasks}>
        {heldPage && heldPage.total > 0 && (
          <Task
            title={t('breakdown:attention.held', { count: heldPage.total })}
            detail={[first?.name, first?.reason].filter(Boolean).join(' · ')}
            link={t('breakdown:attention.heldLink')}
            path="/manage-channel?state=held"
          />
        )}
        {unassignedCount > 0 && (
          <Task
            title={t('breakdown:attention.unassigned', { count: unassignedCount })}
            detail={t('breakdown:attention.unassignedDetail')}
            link={t('breakdown:attention.unassignedLink')}
            path="/manage-channel?state=approved&member=none"
          />
        )}
      </ul>
      {!isLoading && heldPage?.total === 0 && unassignedCount === 0 && (
        <p className="note">{t('breakdown:attention.none')}</p>
      )}
      {!isLoading && held.error && (
        <div className="stack items-start gap-2">
          <p className="note">{held.error.message}</p>
          <Button onClick={reloadTasks}>{t('common:retry')}</Button>
        </div>
      )}
    </article>
  )
}

function reloadTasks(): void {
  heldChannels.reload()
  unassignedChannels.reload()
}

interface TaskProps {
  title: string
  detail: string
  link: string
  path: string
}

const Task = ({ title, detail, link, path }: TaskProps) => (
  <li>
    <b>{title}</b>
    <span className={`note ${styles.detail}`} title={detail}>
      {detail}
    </span>
    <a href={localizePath(path, locale())}>{link}</a>
  </li>
)
