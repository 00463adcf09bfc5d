import { type ComponentType, createContext } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

export interface SharesFactProps {
  channelId: string
  /** Changes when the members of the channel do. */
  members: string
}

/** Shows how the members of a channel share its money. A higher room fills this slot. */
export type SharesFactComponent = LazyComponent<ComponentType<SharesFactProps>>

export const SharesFactContext = createContext<SharesFactComponent | null>(null)
