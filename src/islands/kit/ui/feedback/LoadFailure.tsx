import type { ReactNode } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import type { ApiError } from '#lib/api/call.ts'
import { t } from '#lib/i18n/strings.ts'
import { Message } from './Message.tsx'

export type LoadError = Pick<ApiError, 'message'> & Partial<Pick<ApiError, 'requestId'>>

interface LoadFailureProps {
  title: string
  error: LoadError
  onRetry: () => void
  children?: ReactNode
}

/** Names what support needs to find an unexpected error in the log. */
export const LoadFailure = ({
  title,
  error: { message, requestId },
  onRetry,
  children,
}: LoadFailureProps) => (
  <Message failed title={title} text={message}>
    <Button onClick={onRetry}>{t('common:retry')}</Button>
    {children}
    {requestId && <small className="caption break full">{t('common:requestId', { id: requestId })}</small>}
  </Message>
)
