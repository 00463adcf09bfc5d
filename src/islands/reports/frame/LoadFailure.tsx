import type { ReactNode } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { Message } from '#islands/kit/ui/feedback/Message.tsx'
import type { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'

interface LoadFailureProps {
  title: string
  error: ApiError
  onRetry: () => void
  children?: ReactNode
}

export function LoadFailure({ title, error, onRetry, children }: LoadFailureProps) {
  return (
    <Message failed title={title} text={error.message}>
      <Button onClick={onRetry}>{t('reports:failed.retry')}</Button>
      {children}
    </Message>
  )
}
