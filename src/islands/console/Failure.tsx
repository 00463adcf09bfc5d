import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'
import styles from './Stage.module.css'
import type { ViewName } from './views.ts'

/** The heading of a view whose content is not there yet. */
export const Waiting = ({ view }: { view: ViewName }) => (
  <h1 className={styles.title}>{t(`console:views.${view}`)}</h1>
)

interface FailureProps {
  view: ViewName
  text: string
  onRetry: () => void
}

/** In place of a view that cannot be shown: why, and another try. */
export function Failure({ view, text, onRetry }: FailureProps) {
  return (
    <>
      <Waiting view={view} />
      <Message failed title={t('common:failed')} text={text}>
        <Button kind="primary" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </Message>
    </>
  )
}
