import type { Channel } from '#contract/channels.ts'

/** Tells apart, for who does not see where a button stands, buttons of the same words. */
export const HiddenLabel = ({ channel: { name } }: { channel: Pick<Channel, 'name'> }) => (
  <span className="visually-hidden">{name}</span>
)
