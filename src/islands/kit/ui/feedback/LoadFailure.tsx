import type { ReactNode } from 'react'
import { Button } from '#islands/kit/ui/Button.tsx'
import { t } from '#lib/i18n/strings.ts'
import { Message } from './Message.tsx'

interface LoadFailureProps {
  title: string
  text: string
  onRetry: () => void
  children?: ReactNode
}

export const LoadFailure = ({ title, text, onRetry, children }: LoadFailureProps) => (
  <Message failed title={title} text={text}>
    <Button onClick={onRetry}>{t('common:retry')}</Button>
    {children}
  </Message>
)
