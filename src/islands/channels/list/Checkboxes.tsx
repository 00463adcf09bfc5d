import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { ListedChannel } from '#contract/channels/channels.ts'
import { $selectedIds, setSelected, toggleSelected } from '#islands/channels/state/selection.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './Channels.module.css'

interface ChannelCheckboxProps {
  channels: readonly ListedChannel[]
  channel: ListedChannel
}

/** With Shift, selects everything from the last clicked one on. */
export function ChannelCheckbox({ channels, channel }: ChannelCheckboxProps) {
  const isSelected = useStore($selectedIds).has(channel.id)
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        aria-label={t('channels:select.one', { name: channel.name })}
        checked={isSelected}
        onChange={({ nativeEvent }) => {
          const extend = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          toggleSelected(channels, channel, { extend })
        }}
      />
    </label>
  )
}

export function PageCheckbox({ channels }: { channels: readonly ListedChannel[] }) {
  const selectedIds = useStore($selectedIds)
  const input = useRef<HTMLInputElement>(null)
  const count = channels.filter(({ id }) => selectedIds.has(id)).length
  const isAll = count > 0 && count === channels.length
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <label className={styles.checkbox}>
      <input
        ref={input}
        type="checkbox"
        aria-label={t('channels:select.all')}
        checked={isAll}
        onChange={() => setSelected(channels, !isAll)}
      />
    </label>
  )
}
