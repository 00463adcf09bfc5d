import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import { t } from '#lib/i18n/strings.ts'

export const ViewPlaceholder = ({ view }: { view: string }) => <h1>{t(`shell:views.${view}`)}</h1>

interface ViewFailureProps {
  view: string
  text: string
  onRetry: () => void
}

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
