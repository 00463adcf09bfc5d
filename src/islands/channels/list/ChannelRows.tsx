import { useStore } from '@nanostores/react'
import { StateChip } from '#islands/channels/stages/StatusChips.tsx'
import { $selectedIds } from '#islands/channels/state/selection.ts'
import { $isManager } from '#lib/api/session.ts'
import { ChannelMenu } from './ChannelMenu.tsx'
import styles from './Channels.module.css'
import type { ChannelRowsProps } from './ChannelTable.tsx'
import { ChannelCheckbox } from './Checkboxes.tsx'
import { ChannelName, ProfitCell } from './channel-cells.tsx'
import { NextStep } from './NextStep.tsx'

/** The table on a phone. */
export function ChannelRows({ channels, currency }: ChannelRowsProps) {
  const isManager = useStore($isManager)
  const selectedIds = useStore($selectedIds)
  return (
    <ul className={styles.rows}>
      {channels.map((channel) => (
        <li
          key={channel.id}
          data-channel={channel.id}
          data-selected={selectedIds.has(channel.id) || undefined}
        >
          {isManager && <ChannelCheckbox channels={channels} channel={channel} />}
          <ChannelName channel={channel} />
          <NextStep
            channel={channel}
            chip={<StateChip channel={channel} />}
            profit={channel.profit !== null && <ProfitCell channel={channel} currency={currency} />}
          />
          <ChannelMenu channel={channel} />
        </li>
      ))}
    </ul>
  )
}
