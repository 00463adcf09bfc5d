import type { ReactNode } from 'react'
import type { ApiError } from '#lib/api.ts'
import { t } from '#lib/strings.ts'
import { Button } from '#shared/Button.tsx'
import { Message } from '#shared/Message.tsx'

interface LoadFailureProps {
  title: string
  error: ApiError
  onRetry: () => void
  /** Other ways out. */
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
