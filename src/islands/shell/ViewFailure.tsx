import { Button } from '#islands/ui/Button.tsx'
import { Message } from '#islands/ui/Message.tsx'
import { t } from '#lib/i18n/strings.ts'
import styles from './ViewOutlet.module.css'
import type { ViewName } from './views.ts'

/** The heading of a view whose content is not there yet. */
export const ViewPlaceholder = ({ view }: { view: ViewName }) => (
  <h1 className={styles.title}>{t(`console:views.${view}`)}</h1>
)

interface ViewFailureProps {
  view: ViewName
  text: string
  onRetry: () => void
}

/** In place of a view that cannot be shown: why, and another try. */
export function ViewFailure({ view, text, onRetry }: ViewFailureProps) {
  return (
    <>
      <ViewPlaceholder view={view} />
      <Message failed title={t('common:failed')} text={text}>
        <Button kind="primary" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </Message>
    </>
  )
}
