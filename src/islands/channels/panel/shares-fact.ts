import { type ComponentType, createContext } from 'react'
import type { LazyComponent } from '#lib/page/lazy-component.ts'

export interface SharesFactProps {
  channelId: string
  /** Changes when the members of the channel do. */
  members: string
}

/** What the members of a channel get of its money: a slot that a room above fills. */
export type SharesFactComponent = LazyComponent<ComponentType<SharesFactProps>>

export const SharesFactContext = createContext<SharesFactComponent | null>(null)
