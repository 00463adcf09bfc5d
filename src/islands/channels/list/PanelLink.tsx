import type { MouseEvent, ReactNode } from 'react'
import { getPanelUrl, openPanel } from '#islands/channels/state/store.ts'

interface PanelLinkProps {
  id: number
  className?: string | undefined
  title?: string
  children: ReactNode
}

/** Opens the channel's details here, or in another tab where the person asks for one. */
export function PanelLink({ id, children, ...rest }: PanelLinkProps) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPanel(id)
  }
  return (
    <a href={getPanelUrl(id)} onClick={open} {...rest}>
      {children}
    </a>
  )
}
