import { useStore } from '@nanostores/react'
import type { ChannelPage } from '#contract/reports/channel-report.ts'
import { getProfit } from '#contract/reports/reports.ts'
import { Combobox, type ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { isSameKey } from '#lib/api/query.ts'
import { formatMoney, formatNumber } from '#lib/format/number.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { $selectedChannel, channelOptions, searchChannels, setChannel } from './state/store.ts'

export function ChannelFilter() {
  const selected = useStore($selectedChannel)
  const { key, result, error } = useStore(channelOptions.$state)
  const found = result && isSameKey(result.key, key) ? result.data : null
  return (
    <Combobox
      label={t('video-report:channel.label')}
      placeholder={t('video-report:channel.all')}
      clearLabel={t('video-report:channel.clear')}
      selected={selected && { value: selected.channelId, label: selected.name }}
      options={result && !error ? toOptions(result.data) : []}
      message={error ? t('video-report:channel.failed') : formatStatus(found)}
      onSearch={searchChannels}
      onChoose={(option) => setChannel(option && { channelId: option.value, name: option.label })}
    />
  )
}

const toOptions = ({ channels, currency }: ChannelPage): ComboboxOption[] =>
  channels.map(({ channelId, name, ...figures }) => ({
    value: channelId,
    label: name,
    note: formatMoney(getProfit(figures), currency, locale()),
  }))

function formatStatus(found: ChannelPage | null): string {
  if (found === null) return t('reports:loading')
  const { total, channels } = found
  if (total === 0) return t('video-report:channel.none')
  if (total === channels.length) return t('video-report:channel.found', { count: total })
  return t('video-report:channel.more', {
    total: formatNumber(total, locale()),
    shown: formatNumber(channels.length, locale()),
  })
}
