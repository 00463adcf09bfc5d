import type { Channel } from '#contract/channels/channels.ts'
import { listNames } from '#lib/i18n/phrases.ts'

const maxNamedChannels = 5

/** Names the first channels, and says how many more there are. */
export function SelectedNames({ channels }: { channels: readonly Channel[] }) {
  const names = channels.slice(0, maxNamedChannels).map(({ name }) => name)
  const rest = channels.length - names.length
  return (
    <p className="caption break">
      {listNames(names)}
      {rest > 0 && ` +${rest}`}
    </p>
  )
}
