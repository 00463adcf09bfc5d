import type { ReactNode } from 'react'
import { copyText } from '#lib/page/clipboard.ts'

interface CopyButtonProps {
  text: string
  copied: string
  failed: string
  label?: string
  title?: string | undefined
  className?: string | undefined
  children?: ReactNode
}

export const CopyButton = ({ text, copied, failed, label, children, ...rest }: CopyButtonProps) => (
  <button
    type="button"
    className="icon-button"
    {...rest}
    aria-label={label}
    onClick={() => copyText(text, { copied, failed })}
  >
    {children}
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4" />
    </svg>
  </button>
)
